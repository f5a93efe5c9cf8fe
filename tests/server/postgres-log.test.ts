/** The log of the embedded PostgreSQL. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toExitError } from '#server/platform/database/embedded/initialise';
import { cloneDatabase, type TestDatabase } from '../support/cluster.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await cloneDatabase();
});
afterAll(() => test.drop());

it('the log of the embedded PostgreSQL contains the error, but no data of its row', async () => {
  const { rows } = await test.owner.query('SHOW data_directory');
  const log = (): string =>
    readFileSync(path.join(rows[0].data_directory as string, '..', 'postgres.log'), 'utf8');
  const secret = `somebody-${crypto.randomUUID()}@example.com`;
  await test.owner.query('CREATE TABLE person (email text CONSTRAINT one_of_a_kind PRIMARY KEY)');
  const insert = () => test.owner.query('INSERT INTO person VALUES ($1)', [secret]);
  await insert();
  await expect(insert()).rejects.toThrow();
  await expect.poll(log).toContain('one_of_a_kind');
  expect(log()).not.toContain(secret);
});

it('the error of a failed initdb is its own reason, not the cleanup after it', () => {
  const output = 'child process was terminated by signal 9: Killed\ninitdb: removing contents of /data\n';
  expect(toExitError(1, output).message).toContain('terminated by signal 9: Killed');
});
