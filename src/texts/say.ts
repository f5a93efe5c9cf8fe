/**
 * Texts in the reader's language. The language is that of the surroundings: a browser has one, and the server sets one
 * for each request, letter or file. So functions that make texts need no language among their parameters.
 */
import type { English } from './english.ts';
import { localeOf, type Language } from './languages.ts';
import type { Catalogue, Message, ValueNames, ValuesArgument } from './message.ts';

export interface Reader {
  readonly language: Language;
  readonly texts: Catalogue;
}

let reader: () => Reader = () => {
  throw new Error('No language is set.');
};
/** Sets how to find the language of the surroundings. */
export const setReader = (find: () => Reader): void => void (reader = find);

export type TextKey = keyof English;

/** Keys of the texts that need no values. A table at the top of a file holds these and not texts: its reader may change. */
export type PlainKey = {
  [Key in TextKey]: [ValueNames<English[Key]>] extends [never] ? Key : never;
}[TextKey];

/** Returns a text with its values. Numbers are written as the language writes them. */
export function say<Key extends TextKey>(key: Key, ...[values]: ValuesArgument<English[Key]>): string {
  const { texts, language } = reader();
  const message = texts[key];
  if (message === undefined) throw new Error(`The language ${language} has no text ${key}.`);
  return fill(message, values ?? {}, localeOf(language));
}

/** A table of texts. Each is said when it is read, so the table may stand at the top of a file. */
export const textTable = <Name extends string>(
  keys: Readonly<Record<Name, PlainKey>>,
): Readonly<Record<Name, string>> =>
  Object.defineProperties(
    {} as Record<Name, string>,
    Object.fromEntries(
      Object.entries<PlainKey>(keys).map(([name, key]) => [name, { get: () => say(key), enumerable: true }]),
    ),
  );

export const languageOfReader = (): Language => reader().language;

export const locale = (): string => localeOf(reader().language);

/** @param values by name; `count` also chooses the plural form */
export function fill(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  inLocale: string,
): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[pluralRules(inLocale).select(Number(values['count']))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numberFormat(inLocale).format(value) : value;
  });
}

/** Caches what `make` returns: making a formatter costs far more than using it. */
function byKey<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}

export const byLocale = <Made>(make: (locale: string) => Made) => byKey(make);

const pluralRules = byLocale((name) => new Intl.PluralRules(name));
const numberFormat = byLocale((name) => new Intl.NumberFormat(name));
const decimalFormat = byKey((decimals: number) =>
  byKey(
    (name: string) =>
      new Intl.NumberFormat(name, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  ),
);

/** '1,234', or '1.5' with as many decimals as given. */
export const sayNumber = (value: number, decimals?: number): string =>
  (decimals === undefined ? numberFormat(locale()) : decimalFormat(decimals)(locale())).format(value);
const decimalSign = byLocale(
  (name) =>
    new Intl.NumberFormat(name).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);
/** '8.50', or '8,50' where the language has a decimal comma. */
export const decimalText = (text: string): string => text.replace('.', decimalSign(locale()));
