import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RIGHTS } from '#server/database/rights';

const FOLDER = path.resolve(import.meta.dirname, '../../src/server/database/migrations');

describe("the application's rights", () => {
  it('are listed for every table that a migration makes', () => {
    const all = readdirSync(FOLDER)
      .map((file) => readFileSync(path.join(FOLDER, file), 'utf8'))
      .join('\n');
    const made = [...all.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table);
    const dropped = [...all.matchAll(/^DROP TABLE (\w+)/gm)].map(([, table]) => table);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter((table) => !dropped.includes(table) && !(String(table) in RIGHTS))).toEqual([]);
  });
});
