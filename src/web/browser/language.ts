/** The language of the page. The page comes with the texts for people who are signed out. */
import type { TextFiles, Texts } from 'virtual:texts';
import type { Language } from '#texts/languages';
import { setReader, type Reader } from '#texts/say';
import { createStore, useStore } from './store.ts';

type Role = 'employee' | 'admin';

/** What the build writes into the page. */
interface Page {
  readonly language: Language;
  readonly texts: Texts;
}

let page: Page;
let textFiles: TextFiles;
const store = createStore<Reader>({ language: 'en', texts: {} });
/** What is shown, or being loaded. Until somebody is signed in, the role is null. */
let wanted: { readonly language: Language; readonly role: Role | null; readonly hasLater: boolean };
let loading: Promise<void> = Promise.resolve();

const readerOf = (language: Language, texts: Texts): Reader => ({
  language,
  // The build numbers keys from 1 on, so that each is true.
  texts: Object.fromEntries(texts.map((text, at) => [at + 1, text])),
});

/** Reads the texts of the page. @param files where those of other languages and of the roles are */
export function startTexts(files?: TextFiles): void {
  page = JSON.parse(document.getElementById('page')?.textContent ?? '') as Page;
  if (files) textFiles = files;
  wanted = { language: page.language, role: null, hasLater: false };
  store.set(readerOf(page.language, page.texts));
  setReader(store.get);
}

async function fetchTexts({ language, role, hasLater }: typeof wanted): Promise<Texts> {
  const files = textFiles[language];
  const [common, own, later] = await Promise.all([
    language === page.language ? page.texts : files.public().then((file) => file.default),
    role === null ? [] : files[role]().then((file) => file.default),
    hasLater ? files.later().then((file) => file.default) : [],
  ]);
  return [...common, ...own, ...later];
}

/** A later call includes what an earlier one asked for, and the earlier one then waits for it. */
function load(change: Partial<typeof wanted>): Promise<void> {
  const now = { ...wanted, ...change };
  wanted = now;
  loading = fetchTexts(now).then((texts) => {
    if (now !== wanted) return loading;
    document.documentElement.lang = now.language;
    store.set(readerOf(now.language, texts));
  });
  return loading;
}

/** Loads the texts of a role's screen beside its code. */
export async function withTexts<Code>(role: Role, code: Promise<Code>): Promise<Code> {
  const [loaded] = await Promise.all([code, load({ role, hasLater: false })]);
  return loaded;
}

/** Loads the texts of what an employee's screen shows later. An administrator has them from the start. */
export const loadLaterTexts = (): Promise<void> =>
  wanted.role !== 'employee' || wanted.hasLater ? loading : load({ hasLater: true });

/** Shows the page in another language at once; forms keep what was typed. */
export const changeLanguage = (language: Language): Promise<void> =>
  language === wanted.language && language === store.get().language ? loading : load({ language });

/** Redraws what calls it when the language changes. A component that is memoised must call it. */
export const useLanguage = (): Language => useStore(store, ({ language }) => language);
