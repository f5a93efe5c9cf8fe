import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropNodeThatDoesNotRun, mayBeMissing, sourcesHash } from '../../bin/setup.mjs';
import { importsOf, read } from './sources.ts';

const SCRIPTS = ['bin/build.mjs', 'vite.config.ts', 'vite.server.config.ts'];
const COPIED = [
  ...SCRIPTS,
  'bin',
  'src/web/index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** The scripts that build, and all of our own that they import. */
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
  ])('is made anew when %s has changed', (file) => {
    const before = sourcesHash(root);
    expect(sourcesHash(root)).toBe(before);
    appendFileSync(path.join(root, file), '\n');
    expect(sourcesHash(root)).not.toBe(before);
  });

  it('stays when something has changed that it is not made from', () => {
    const before = sourcesHash(root);
    appendFileSync(path.join(root, 'bin/check.mjs'), '\n');
    expect(sourcesHash(root)).toBe(before);
  });

  it('is made by what its configuration plugs in, too', () => {
    expect(buildScripts()).toEqual(expect.arrayContaining(['bin/app-shell.mjs', 'bin/precompress.mjs']));
  });
});

describe.skipIf(process.platform === 'win32')('the Node among the packages', () => {
  it.each([
    ['stays in front of the path where it runs', '/bin/sh', true],
    ["is taken out of the way of the machine's own where its C library is missing", '/no/such/loader', false],
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

describe('a package that is not there', () => {
  const ours = { optional: true, os: process.platform, cpu: process.arch };
  it.each([
    ['has to be installed where every machine needs it', {}, false],
    ['has to be installed where it is made for this machine', ours, false],
    ['is none of ours where it is made for another system', { ...ours, os: ['plan9'] }, true],
    ['is none of ours where it is made for another processor', { ...ours, cpu: ['vax'] }, true],
    ["is npm's choice where another one needs it", { optional: true }, true],
    ["is npm's choice where it is made for one C library", { ...ours, libc: ['musl'] }, true],
  ])('%s', (_, one, isNoneOfOurs) => expect(mayBeMissing(one)).toBe(isNoneOfOurs));
});
