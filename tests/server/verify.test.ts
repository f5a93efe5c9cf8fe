/** `punctual verify` as a command, on the embedded PostgreSQL. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/platform/database/connection';
import { embeddedFolder } from '#server/platform/database/embedded/embedded';
import { giveDatabase } from '#tests/support/cluster';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { spawnPunctual, type PunctualProcess } from '#tests/support/punctual-process';

let dataDir: string;
let server: PunctualProcess;

const punctual = (...args: string[]): PunctualProcess => spawnPunctual(args, { DATA_DIR: dataDir });
async function verified(): Promise<{ code: number | string | null; text: string }> {
  const one = punctual('verify');
  return { code: await one.ended(), text: one.output() };
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-verify-'));
  await giveDatabase(dataDir);
  server = punctual('start');
  await server.ready();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended();
  await removeEmbedded(dataDir);
});

describe('`punctual verify`', () => {
  it('exits with 0 with or without a running server, and with 1 after a name was changed', async () => {
    const sound = {
      code: 0,
      text: expect.stringMatching(
        /^Checked 2 records: 0 time entries, 1 people and the settings, in \d+\.\d s, by time zone rules \d{4}[a-z]\.\nNo differences\.\n$/,
      ),
    };
    expect(await verified()).toEqual(sound);
    const owner = await connect({
      host: path.join(embeddedFolder(dataDir), 'sockets'),
      port: 5432,
      user: 'postgres',
      database: 'punctual',
    });
    const { rows } = await owner.query<{ id: string; name: string }>('SELECT id, name FROM account');
    await owner.query(`UPDATE account SET name = 'Eve'`);
    const altered = {
      code: 1,
      text: expect.stringContaining(
        `DIFFERENCES:\n- account: name is not as recorded: person ${rows[0]?.id}\n`,
      ),
    };
    expect(await verified()).toEqual(altered);
    await owner.query('UPDATE account SET name = $1', [rows[0]?.name]);
    await owner.end();
    server.child.kill('SIGTERM');
    await server.ended();
    expect(await verified()).toEqual(sound);
  });
});
