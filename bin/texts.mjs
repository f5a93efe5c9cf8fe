/**
 * `npm run texts -- export de` writes de.po, a file for translators and their programs. `npm run texts -- import de`
 * reads it back into src/texts/de. A language with less than 95 % of the texts is refused, so that nobody is offered it.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import gettext from 'gettext-parser';
import { runnerImport } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LEAST_SHARE = 0.95;
/** A text of this share or more of the English is whole: the rest stays English until somebody translates it. */
const VALUE = /\{(\w+)\}/g;

const valuesOf = (text) => new Set([...text.matchAll(VALUE)].map(([, name]) => name));
const isSame = (one, other) => one.size === other.size && [...one].every((name) => other.has(name));
/** Forms of a text by their name; a text without plurals has one form without a name. */
const formsOf = (message) => (typeof message === 'string' ? { '': message } : message);
const categoriesOf = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;
const contextOf = (key, form) => (form === '' ? key : `${key} [${form}]`);

/** Files of code that name each key. */
function placesOfKeys(root) {
  const places = new Map();
  const files = readdirSync(path.join(root, 'src'), { recursive: true }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  for (const name of files.toSorted()) {
    const file = path.posix.join('src', name);
    if (file.startsWith('src/texts/')) continue;
    for (const [, key] of readFileSync(path.join(root, file), 'utf8').matchAll(/'([\w-]+\.\w+)'/g))
      places.set(key, [...(places.get(key) ?? []), file]);
  }
  return places;
}

/** @param other texts of the language by area; undefined if it is new */
export function poOf(english, other, language, places = new Map()) {
  const translations = {};
  for (const [area, texts] of Object.entries(english))
    for (const [key, message] of Object.entries(texts)) {
      const known = other?.[area]?.[key];
      const forms = typeof message === 'string' ? [''] : categoriesOf(language);
      for (const form of forms) {
        const text = formsOf(message)[form] ?? message.other;
        const context = contextOf(key, form);
        const values = [...valuesOf(text)].map((name) => `{${name}}`).join(', ');
        const comments = {
          reference: [...new Set(places.get(key) ?? [])].join('\n'),
          extracted: [area, values].filter((part) => part !== '').join(': '),
        };
        const msgstr = [known === undefined ? '' : (formsOf(known)[form] ?? '')];
        translations[context] = { [text]: { msgctxt: context, msgid: text, msgstr, comments } };
      }
    }
  const headers = { 'content-type': 'text/plain; charset=utf-8', language };
  return gettext.po.compile({ charset: 'utf-8', headers, translations });
}

/** @returns texts of the language by area, English where one is missing. @throws Error naming each wrong text */
export function textsOf(english, po, language) {
  const { translations } = gettext.po.parse(po);
  const wrong = [];
  let [all, translated] = [0, 0];
  const find = (key, form, text) => {
    const [entry] = Object.values(translations[contextOf(key, form)] ?? {});
    const found = entry?.msgstr[0] ?? '';
    const needed = valuesOf(text);
    const given = valuesOf(found);
    // A form of one value may say it in words.
    const fits = form === '' ? isSame(needed, given) : [...given].every((name) => needed.has(name));
    if (found !== '' && !fits)
      wrong.push(`${contextOf(key, form)}: it needs ${[...needed].join(', ') || 'no values'}`);
    if (found !== found.trim()) wrong.push(`${contextOf(key, form)}: it begins or ends with a blank`);
    return found === '' ? undefined : found;
  };
  const messageOf = (key, message) => {
    all += 1;
    if (typeof message === 'string') {
      const found = find(key, '', message);
      translated += found === undefined ? 0 : 1;
      return found ?? message;
    }
    const forms = categoriesOf(language).map((form) => [
      form,
      find(key, form, message[form] ?? message.other),
    ]);
    const known = forms.filter(([, text]) => text !== undefined);
    const isWhole = known.some(([form]) => form === 'other');
    translated += isWhole ? 1 : 0;
    return isWhole ? Object.fromEntries(known) : message;
  };
  const areas = Object.fromEntries(
    Object.entries(english).map(([area, texts]) => [
      area,
      Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, messageOf(key, message)])),
    ]),
  );
  if (wrong.length > 0) throw new Error(`These texts do not fit:\n${wrong.join('\n')}`);
  if (translated / all < LEAST_SHARE)
    throw new Error(`${translated} of ${all} texts are translated: a language is offered from 95 % on.`);
  return areas;
}

const quoted = (text) =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const nameOf = (area) => `${area.replace(/s$/, '')}Texts`;

/** The file of an area, before it is formatted. */
export function sourceOf(area, texts) {
  const lines = Object.entries(texts).map(([key, message]) => {
    if (typeof message === 'string') return `  '${key}': ${quoted(message)},`;
    const forms = Object.entries(message).map(([form, text]) => `${form}: ${quoted(text)}`);
    return `  '${key}': { ${forms.join(', ')} },`;
  });
  const name = nameOf(area);
  return `import type { ${name} as English } from '../en/${area}.ts';
import { translation } from '../message.ts';

export const ${name} = translation<typeof English>()({
${lines.join('\n')}
});
`;
}

/** The file that gathers the areas of a language. */
export function catalogueOf(areas) {
  const imports = areas.toSorted().map((area) => `import { ${nameOf(area)} } from './${area}.ts';`);
  const lines = areas.map((area) => `  ${area}: ${nameOf(area)},`);
  return `${imports.join('\n')}\n\nexport const catalogue = {\n${lines.join('\n')}\n};\n`;
}

async function main([command, language, file = `${language}.po`]) {
  const known = (() => {
    try {
      return Boolean(language) && Intl.getCanonicalLocales(language)[0] === language;
    } catch {
      return false;
    }
  })();
  if (!known || (command !== 'export' && command !== 'import'))
    throw new Error('Usage: npm run texts -- export|import <language> [<file.po>]');
  const { module } = await runnerImport(path.join(ROOT, 'src/texts/every-language.ts'));
  const { en, [language]: other } = module.CATALOGUES;
  if (command === 'export') {
    writeFileSync(file, poOf(en, other, language, placesOfKeys(ROOT)));
    return console.log(`Wrote ${file}.`);
  }
  const folder = path.join(ROOT, 'src/texts', language);
  const areas = textsOf(en, readFileSync(file), language);
  mkdirSync(folder, { recursive: true });
  for (const [area, texts] of Object.entries(areas))
    writeFileSync(path.join(folder, `${area}.ts`), sourceOf(area, texts));
  writeFileSync(path.join(folder, 'catalogue.ts'), catalogueOf(Object.keys(areas)));
  spawnSync(process.execPath, [path.join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), folder], {
    stdio: 'inherit',
  });
  console.log(`Wrote src/texts/${language}. CONTRIBUTING.md says what is left to do.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
