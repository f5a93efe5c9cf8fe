/** Language of what the server writes: English outside of `inLanguage`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CATALOGUES } from '#texts/every-language';
import type { Language } from '#texts/languages';
import { setReader, type Reader } from '#texts/say';

const readers = new Map(
  Object.entries(CATALOGUES).map(([language, areas]): [string, Reader] => [
    language,
    { language: language as Language, texts: Object.assign({}, ...Object.values(areas)) },
  ]),
);
const english = readers.get('en') as Reader;
const surroundings = new AsyncLocalStorage<Reader>();
setReader(() => surroundings.getStore() ?? english);

/** Runs what makes texts for a reader of this language. */
export const inLanguage = <Result>(language: Language, run: () => Result): Result =>
  surroundings.run(readers.get(language) ?? english, run);
