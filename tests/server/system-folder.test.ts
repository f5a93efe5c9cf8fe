/** Root's databases are outside the checkout. An id in both folders says which belong together. */
import {
  existsSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimSystemFolder, systemFolderOf } from '#server/platform/database/embedded/system-folder';

let place: string;
let base: string;
let dataDir: string;
let said: string[];
const say = (line: string): void => void said.push(line);

beforeEach(() => {
  place = realpathSync(mkdtempSync(path.join(tmpdir(), 'punctual-folders-')));
  base = path.join(place, 'base');
  dataDir = path.join(place, 'checkout', 'data');
  for (const folder of [base, dataDir]) mkdirSync(folder, { recursive: true });
  said = [];
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Claims the folder and puts a database into it. */
function claimAndFill(dir: string, content: string): string {
  const folder = claimSystemFolder(dir, base, say);
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  writeFileSync(path.join(folder, 'data', 'content'), content);
  return folder;
}
const contentOf = (folder: string): string | null =>
  existsSync(path.join(folder, 'data', 'content'))
    ? readFileSync(path.join(folder, 'data', 'content'), 'utf8')
    : null;

describe('the database folder of a DATA_DIR', () => {
  it('is found again by the same DATA_DIR', () => {
    const folder = claimAndFill(dataDir, 'ours');
    expect(claimSystemFolder(dataDir, base, say)).toBe(folder);
    expect(contentOf(folder)).toBe('ours');
    expect(said).toEqual([]);
  });

  it('has an id that another start of the same DATA_DIR reads whole or not at all', async () => {
    const seen: string[] = [];
    const over = new Promise<void>((resolve) => {
      const watcher = watch(dataDir, (how, name) => {
        if (name === 'database-id') seen.push(how);
        if (name !== 'over') return;
        watcher.close();
        resolve();
      });
    });
    claimSystemFolder(dataDir, base, say);
    writeFileSync(path.join(dataDir, 'over'), '');
    await over;
    expect(seen).toEqual(['rename']);
  });

  it('is a different one for another DATA_DIR', () => {
    const other = path.join(place, 'other', 'data');
    mkdirSync(other, { recursive: true });
    claimAndFill(dataDir, 'ours');
    expect(contentOf(claimSystemFolder(other, base, say))).toBeNull();
  });

  it('is replaced by a new one if DATA_DIR was emptied, and the former database is kept', () => {
    claimAndFill(dataDir, 'former');
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    const folder = claimSystemFolder(dataDir, base, say);
    expect(contentOf(folder)).toBeNull();
    expect(contentOf(`${folder}-former`)).toBe('former');
    expect(said).toEqual([`DATA_DIR was emptied: its former database is kept in ${folder}-former.`]);
  });

  it('is kept when DATA_DIR is moved', () => {
    claimAndFill(dataDir, 'ours');
    const moved = path.join(place, 'moved');
    renameSync(dataDir, moved);
    expect(contentOf(claimSystemFolder(moved, base, say))).toBe('ours');
  });

  it('belongs to the original of a copied DATA_DIR, and the copy asks for a copy of the database', () => {
    const folder = claimAndFill(dataDir, 'ours');
    const copy = path.join(place, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    expect(() => claimSystemFolder(copy, base, say)).toThrow(/is a copy of .*cp -a /);
    expect(existsSync(systemFolderOf(copy, base))).toBe(false);
    expect(claimSystemFolder(dataDir, base, say)).toBe(folder);
    // Copies the database as the message says.
    cpSync(folder, systemFolderOf(copy, base), { recursive: true });
    expect(contentOf(claimSystemFolder(copy, base, say))).toBe('ours');
    expect(contentOf(claimSystemFolder(dataDir, base, say))).toBe('ours');
    expect(said).toEqual([]);
  });

  it('is never replaced by an old copy of it, even if it is missing or DATA_DIR was moved', () => {
    const folder = claimAndFill(dataDir, 'present');
    const old = path.join(base, '0-old-copy');
    cpSync(folder, old, { recursive: true });
    writeFileSync(path.join(old, 'data', 'content'), 'old');
    expect(contentOf(claimSystemFolder(dataDir, base, say))).toBe('present');
    const moved = path.join(place, 'moved');
    renameSync(dataDir, moved);
    expect(() => claimSystemFolder(moved, base, say)).toThrow(/copies of it are: .*Move the right one there/);
    renameSync(moved, dataDir);
    rmSync(folder, { recursive: true });
    expect(() => claimSystemFolder(dataDir, base, say)).toThrow(/copies of it are: .*0-old-copy\./);
    expect(contentOf(old)).toBe('old');
  });

  it('is not created again silently if it is missing', () => {
    rmSync(claimAndFill(dataDir, 'ours'), { recursive: true });
    expect(() => claimSystemFolder(dataDir, base, say)).toThrow(/is not at .* any more/);
    expect(existsSync(systemFolderOf(dataDir, base))).toBe(false);
  });

  it('is refused if it belongs to another DATA_DIR, despite its name', () => {
    claimAndFill(dataDir, 'ours');
    writeFileSync(path.join(systemFolderOf(dataDir, base), 'database-id'), 'another');
    expect(() => claimSystemFolder(dataDir, base, say)).toThrow(/is not at .* any more/);
  });
});
