import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RIGHTS } from '#server/platform/database/rights';

const SCHEMA = path.resolve(import.meta.dirname, '../../docs/schema.sql');

describe('the rights of the application', () => {
  it('are defined for every table and view', () => {
    const made = readFileSync(SCHEMA, 'utf8').matchAll(/^CREATE (?:TABLE|VIEW) (\w+)/gm);
    const names = [...made].map(([, name]) => String(name));
    expect(Object.keys(RIGHTS).toSorted()).toEqual(names.toSorted());
  });
});
