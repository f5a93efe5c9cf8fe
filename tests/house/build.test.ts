import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropNodeThatDoesNotRun, mayBeMissing, sourcesHash } from '../../bin/setup.mjs';
import { importsOf, read } from './sources.ts';

const SCRIPTS = ['bin/build.mjs', 'vite.config.ts', 'vite.kiosk.config.ts', 'vite.server.config.ts'];
const COPIED = [
  ...SCRIPTS,
  'bin',
  'src/web/index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** The build scripts and all files of the project that they import. */
function buildScripts(): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const { target } of importsOf(read(file))) if (target !== null) visit(target);
  };
  SCRIPTS.forEach(visit);
  return [...found];
}

describe('a build', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'punctual-build-'));
    for (const file of COPIED) cpSync(file, path.join(root, file), { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ...buildScripts(),
    'src/web/index.html',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ])('is repeated when %s has changed', (file) => {
    const before = sourcesHash(root);
    expect(sourcesHash(root)).toBe(before);
    appendFileSync(path.join(root, file), '\n');
    expect(sourcesHash(root)).not.toBe(before);
  });

  it('is not repeated after a change of another file', () => {
    const before = sourcesHash(root);
    appendFileSync(path.join(root, 'bin/check.mjs'), '\n');
    expect(sourcesHash(root)).toBe(before);
  });

  it('depends on the plugins of its configuration too', () => {
    expect(buildScripts()).toEqual(expect.arrayContaining(['bin/app-shell.mjs', 'bin/precompress.mjs']));
  });
});

describe.skipIf(process.platform === 'win32')('the Node in node_modules', () => {
  it.each([
    ['stays first in the path if it runs', '/bin/sh', true],
    ['is removed if its C library is missing', '/no/such/loader', false],
  ])('%s', (_, loader, stays) => {
    const root = mkdtempSync(path.join(tmpdir(), 'punctual-node-'));
    try {
      const node = path.join(root, 'node_modules', '.bin', 'node');
      mkdirSync(path.dirname(node), { recursive: true });
      writeFileSync(node, `#!${loader}\n`, { mode: 0o755 });
      dropNodeThatDoesNotRun(root);
      expect(existsSync(node)).toBe(stays);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});

describe('a missing package', () => {
  const ours = { optional: true, os: process.platform, cpu: process.arch };
  it.each([
    ['must be installed if every machine needs it', {}, false],
    ['must be installed if it is made for this machine', ours, false],
    ['may be missing if it is made for another system', { ...ours, os: ['plan9'] }, true],
    ['may be missing if it is made for another processor', { ...ours, cpu: ['vax'] }, true],
    ['may be missing if only another package needs it', { optional: true }, true],
    ['may be missing if it is made for one C library', { ...ours, libc: ['musl'] }, true],
  ])('%s', (_, one, isNoneOfOurs) => expect(mayBeMissing(one)).toBe(isNoneOfOurs));
});
