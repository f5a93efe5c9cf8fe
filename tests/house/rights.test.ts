import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RIGHTS } from '#server/platform/database/rights';

const FOLDER = path.resolve(import.meta.dirname, '../../src/server/platform/database/migrations');

describe('the rights of the application', () => {
  it('are defined for every table that a migration creates', () => {
    const all = readdirSync(FOLDER)
      .map((file) => readFileSync(path.join(FOLDER, file), 'utf8'))
      .join('\n');
    const made = [...all.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table);
    const renamed = new Map(
      [...all.matchAll(/^ALTER TABLE (\w+) RENAME TO (\w+)/gm)].map(([, from, to]) => [from, to]),
    );
    const dropped = [...all.matchAll(/^DROP TABLE (\w+)/gm)].map(([, table]) => table);
    expect(made.length).toBeGreaterThan(10);
    const there = made
      .map((table) => renamed.get(table) ?? table)
      .filter((table) => !dropped.includes(table));
    expect(there.filter((table) => !(String(table) in RIGHTS))).toEqual([]);
  });
});
