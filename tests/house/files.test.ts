import { describe, expect, it } from 'vitest';
import { MUTATIONS } from '../mutations/all.mjs';
import { files, importsOf, read, sources, type Source } from './sources.ts';

const CODE = ['.ts', '.tsx', '.mjs', '.sql', '.css'];
const code = ['src', 'tests', 'bin', 'bench', '.ci'].flatMap((folder) => files(folder, CODE)).map(read);
/** All files except this one, which contains the forbidden texts. */
const texts = files('', [
  '.ts',
  '.tsx',
  '.mjs',
  '.js',
  '.sql',
  '.css',
  '.html',
  '.md',
  '.json',
  '.svg',
  'run',
  'LICENSE',
  '.gitignore',
])
  .filter((path) => path !== 'tests/house/files.test.ts')
  .map(read);

describe('the files of the project', () => {
  it('each text that a mutation replaces exists exactly once', () => {
    const stale = MUTATIONS.filter(({ file, from }) => read(file).text.split(from).length !== 2);
    expect(stale.map(({ file, rule }) => `${file}: ${rule}`)).toEqual([]);
  });

  it('each decision record has a unique number, a date, at most 40 lines and an entry in the list', () => {
    const [list, records] = [read('docs/decisions/README.md').text, files('docs/decisions', ['.md'])];
    const wrong = records.filter((path) => {
      const [title = '', , date = '', ...rest] = read(path).text.split('\n');
      const name = path.split('/').at(-1) ?? '';
      const [number, words] = /^# (\d{3}): (.+)$/.exec(title)?.slice(1) ?? [];
      const isListed = list.includes(`- [${number}](${name}) ${words}\n`);
      return !(name.startsWith(`${number}-`) && isListed && /^20\d\d-/.test(date) && rest.length <= 38);
    });
    expect(wrong).toEqual(['docs/decisions/README.md']);
    const numbers = records.map((path) => path.split('/').at(-1)?.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('no file of code is longer than 300 lines, unless it lists texts', () => {
    const isLong = ({ path, text }: Source) =>
      !/^src\/texts\/[\w-]+\//.test(path) && text.split('\n').length > 301;
    expect(code.filter(isLong).map((file) => file.path)).toEqual([]);
  });

  it('no file or folder is called utils, helpers, common, misc or manager', () => {
    const vague = /(^|[/.-])(utils?|helpers?|common|misc|managers?)([/.-]|$)/i;
    expect(code.map((file) => file.path).filter((path) => vague.test(path))).toEqual([]);
  });

  it('no file only re-exports other files', () => {
    const barrels = sources('src').filter((source) => {
      const statements = source.text
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '');
      return (
        statements.length > 0 && statements.every((one) => /^export\s(type\s)?[*{][\s\S]*\sfrom\s/.test(one))
      );
    });
    expect(barrels.map((source) => source.path)).toEqual([]);
    expect(files('src', ['/index.ts', '/index.tsx'])).toEqual([]);
  });

  it('no source escapes the type checker', () => {
    const escapes = /@ts-(ignore|expect-error|nocheck)|\bas any\b|:\s*any\b(?=[\s,;)=>\]])/;
    const offenders = sources('src').filter((source) =>
      escapes.test(source.text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '')),
    );
    expect(offenders.map((source) => source.path)).toEqual([]);
  });

  it('every test has an expectation, and none is skipped or focused', () => {
    const tests = files('tests', ['.test.ts', '.test.tsx']).map(read);
    const marked = /\b(it|test|describe)\.(skip|only|todo|fixme)\b|\bx(it|describe)\(/;
    expect(tests.filter((file) => marked.test(file.text)).map((file) => file.path)).toEqual([]);
    expect(tests.filter((file) => !/\bexpect|\bassert/.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it('no file contains a path of the machine it was written on', () => {
    const paths = /\/(root|work)\/|\/(home|Users|tmp)\/[a-z]/;
    expect(texts.filter((file) => paths.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it('no file cites a missing document, except migrations, which never change', () => {
    const citations = /\bfaults? \d|\bui\.md\b|\bdecisions [§]|\(house[,)]/;
    const citing = [...texts, ...files('src', ['.sql']).map(read)].filter((file) =>
      citations.test(file.text),
    );
    expect(citing.map((file) => file.path).filter((path) => !/migrations\/00[1-5]-/.test(path))).toEqual([]);
  });

  it('no file contains the address of a package registry', () => {
    const registries = /registry\.npmjs|npmmirror|"resolved":\s*"http/;
    expect(texts.filter((file) => registries.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it('no file mocks a module', () => {
    const mocks = /\bvi\.(mock|doMock|fn|spyOn)\(/;
    expect(texts.filter((file) => mocks.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it('the web client imports no style or asset from another site', () => {
    const remote = sources('src/web').flatMap((source) =>
      importsOf(source).filter((one) => /^https?:/.test(one.specifier)),
    );
    const styles = files('src/web', ['.css'])
      .map(read)
      .filter((file) => /url\(["']?https?:|@import\s+["']https?:/.test(file.text));
    expect([...remote, ...styles]).toEqual([]);
  });
});
