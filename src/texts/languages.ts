/** Languages of the product, by their own names. What is stored stays English. */
export const LANGUAGES = {
  en: 'English',
} as const;

export type Language = keyof typeof LANGUAGES;

/** Locale for dates, numbers, plurals and sorting. English writes dates as the specification does (spec §9). */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-US' : language);
