/** Languages of the product: their own names, and what offers each on a page in another. What is stored stays English. */
export const LANGUAGES = {
  en: { name: 'English', offer: 'In English' },
  de: { name: 'Deutsch', offer: 'Auf Deutsch' },
  es: { name: 'Español', offer: 'En español' },
  fr: { name: 'Français', offer: 'En français' },
  'pt-BR': { name: 'Português (Brasil)', offer: 'Em português' },
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

export const isLanguage = (code: string | undefined): code is Language =>
  code !== undefined && Object.hasOwn(LANGUAGES, code);

/** Cookie with the language that somebody chose in this browser. The page comes in it, before anybody signs in. */
export const LANGUAGE_COOKIE = 'punctual-language';

/** Locale for dates, numbers, plurals and sorting. English writes dates as the specification does (spec §9). */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-US' : language);
