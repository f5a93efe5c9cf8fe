/**
 * A Vite plugin. Writes the page once for each language, with the texts of the login in it, and for each language and
 * role a file of texts, which `virtual:texts` loads. Texts are lists, and each key in the code becomes its place in
 * them: keys would cost the screens some 10 KB.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const TEXTS = `${SOURCES}texts/`;
const VIRTUAL = 'virtual:texts';
/** The areas in each part, in their order. A role's part follows the public one, and `later` an employee's. */
const PARTS = {
  public: ['public'],
  employee: ['employee'],
  later: ['later'],
  admin: ['employee', 'later', 'admin'],
};
/** Of the kiosk's page, which has all its texts in it. */
const KIOSK_PARTS = { public: ['public'], kiosk: ['kiosk'] };
/** A string that may be a key. */
const KEY = /(['"`])([\w-]+\.\w+)\1/g;
const PAGE_DATA = '{ "pageData": true }';

const moduleOf = (language, part) => `\0${VIRTUAL}/${language}/${part}`;
export const isTextFile = ({ facadeModuleId }) => facadeModuleId?.startsWith(`\0${VIRTUAL}/`) === true;
const pageName = (page, language) => (language === 'en' ? `${page}.html` : `${page}.${language}.html`);

const SCREENS = {
  employee: 'screens/employee/dashboard.tsx',
  admin: 'screens/admin/dashboard.tsx',
};

/** Files of each role's screen, without those that the page itself loads first. @returns them by role */
function screenFiles(bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const withImports = (chunk, known = new Set()) => {
    if (!chunk || known.has(chunk.fileName)) return known;
    known.add(chunk.fileName);
    for (const name of chunk.imports) withImports(bundle[name], known);
    return known;
  };
  const begun = withImports(chunks.find(({ isEntry }) => isEntry));
  return Object.fromEntries(
    Object.entries(SCREENS).map(([role, module]) => {
      const files = withImports(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)));
      if (files.size === 0) throw new Error(`The build has no screen ${module}.`);
      return [role, [...files].filter((name) => !begun.has(name)).map((name) => `/${name}`)];
    }),
  );
}

/** @param page 'index' or 'kiosk', each a build of its own */
export function pageTexts(page = 'index') {
  const isKiosk = page === 'kiosk';
  const parts = isKiosk ? KIOSK_PARTS : PARTS;
  let catalogues;
  let places;
  const keysOf = (part) => parts[part].flatMap((area) => Object.keys(catalogues.en[area]));
  const textsOf = (language, part) => {
    const texts = Object.assign({}, ...parts[part].map((area) => catalogues[language][area]));
    return keysOf(part).map((key) => texts[key]);
  };
  /** Writes the data of a language into the page. In JSON a `<` could end the script. */
  const pageIn = (html, language, screens) => {
    const texts = [...textsOf(language, 'public'), ...(isKiosk ? textsOf(language, 'kiosk') : [])];
    const data = isKiosk ? { language, texts } : { language, screens, texts };
    return html
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(PAGE_DATA, () => JSON.stringify(data).replaceAll('<', '\\u003c'));
  };
  /** Files of each role's screen, its texts among them. */
  const screensIn = (bundle, language) =>
    Object.fromEntries(
      Object.entries(screenFiles(bundle)).map(([role, files]) => {
        const texts = Object.values(bundle).find((file) => file.facadeModuleId === moduleOf(language, role));
        return [role, [...files, `/${texts.fileName}`]];
      }),
    );
  return {
    name: 'punctual-page-texts',
    // Runs after Vite has written the page and the code.
    enforce: 'post',
    async buildStart() {
      const { module } = await runnerImport(`${TEXTS}every-language.ts`);
      catalogues = module.CATALOGUES;
      const last = isKiosk ? 'kiosk' : 'admin';
      places = new Map([...keysOf('public'), ...keysOf(last)].map((key, at) => [key, at + 1]));
    },
    configureServer(server) {
      server.watcher.add(TEXTS).on('change', (file) => file.startsWith(TEXTS) && void server.restart());
    },
    transform: (code, id) =>
      id.startsWith(SOURCES) && !id.startsWith(TEXTS)
        ? { code: code.replace(KEY, (whole, _quote, key) => places.get(key) ?? whole), map: null }
        : null,
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      const [, language, part] = id.split('/');
      if (part) return `export default ${JSON.stringify(textsOf(language, part))};`;
      const table = Object.keys(catalogues).map((one) => {
        const files = Object.keys(parts).map((each) => `${each}: () => import('${VIRTUAL}/${one}/${each}')`);
        return `'${one}': { ${files.join(', ')} }`;
      });
      return `export const textFiles = { ${table.join(', ')} };`;
    },
    transformIndexHtml: {
      order: 'post',
      // In development there is one page and no bundle.
      handler: (html, { bundle }) => (bundle ? html : pageIn(html, 'en', {})),
    },
    generateBundle(_options, bundle) {
      const unsent = new Set(
        Object.values(catalogues.en)
          .flatMap(Object.keys)
          .filter((key) => !places.has(key)),
      );
      for (const { code = '', fileName } of Object.values(bundle))
        for (const [, , key] of code.matchAll(KEY))
          if (unsent.has(key)) this.error(`${fileName} shows ${key}, of an area that no browser loads.`);
      const { source } = bundle[`${page}.html`];
      for (const language of Object.keys(catalogues))
        this.emitFile({
          type: 'asset',
          fileName: pageName(page, language),
          source: pageIn(source, language, isKiosk ? {} : screensIn(bundle, language)),
        });
    },
  };
}
