import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, ENVIRONMENT_VARIABLES } from '#server/platform/config';
import { STREAM_LIMITS } from '#server/live/hub';
import { EXIT_CODES } from '#server/platform/start-error';
import { files, read } from './sources.ts';

const cells = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
const documents = files('', ['.md']).map(read);

describe('the documents', () => {
  it('docs/operations.md lists every variable of the server with its default and meaning', () => {
    const rows = read('docs/operations.md')
      .text.split('\n')
      .filter((line) => /^\| `[A-Z_]+` \|/.test(line))
      .map((line) => cells(line).map((cell) => cell.replace(/^`(.*)`$/, '$1')));
    expect(rows.map(([name]) => name)).toEqual([...ENVIRONMENT_VARIABLES.values()]);
    expect(rows.filter(([, , meaning]) => !meaning?.endsWith('.'))).toEqual([]);
    for (const [name = '', initial = ''] of rows)
      expect(readConfig({ [name]: name === 'TIME_ZONE' ? '' : initial })).toEqual(readConfig({}));
  });

  it('docs/operations.md explains every exit code of the server under its number', () => {
    const rows = read('docs/operations.md')
      .text.split('\n')
      .filter((line) => /^\| \d+ \| `\w+` \|/.test(line))
      .map(cells);
    expect(rows.map(([code, name]) => [name, Number(code)])).toEqual(
      Object.entries(EXIT_CODES).map(([name, code]) => [`\`${name}\``, code]),
    );
  });

  it('SECURITY.md states the actual limits of streams and punches', () => {
    const told = read('SECURITY.md').text.replaceAll(/\s+/gu, ' ');
    const { perAccount, perUnapproved, inTotal, forAdmins, unread, unreadInTotal } = STREAM_LIMITS;
    const initial = readConfig({});
    for (const words of [
      ` ${perAccount} live streams an account, the oldest giving way`,
      ` ${perUnapproved} live streams for an account that nobody let in`,
      ` ${forAdmins} of ${inTotal.toLocaleString('en-US')} streams for admins only`,
      ` ${unread / 1024} KB that a stream's reader leaves unread, ${unreadInTotal / 1024 ** 2} MB all together`,
      ` ${initial.ok ? initial.config.punchesPerHour : 0} punches an hour for each person`,
    ])
      expect(told).toContain(words);
  });

  it('every link to a file of the project has a target', () => {
    const broken = documents.flatMap((document) =>
      [...document.text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(#[^)]*)?\)/g)]
        .map((match) => posix.join(posix.dirname(document.path), match[1] ?? ''))
        .filter((target) => !existsSync(target))
        .map((target) => `${document.path} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('every file that a document names exists', () => {
    const missing = documents.flatMap((document) =>
      [...document.text.matchAll(/`((?:src|tests|bin|docs|bench)\/[\w./-]+\.\w+)`/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !existsSync(target))
        .map((target) => `${document.path} -> ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('every npm command is one of the scripts', () => {
    const { scripts } = JSON.parse(read('package.json').text) as { scripts: Record<string, string> };
    const unknown = documents.flatMap((document) =>
      [...document.text.matchAll(/npm run ([a-z:-]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !(name in scripts)),
    );
    expect(unknown).toEqual([]);
  });
});
