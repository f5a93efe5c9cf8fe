/** Work that only one of two servers does: reminders with their mails, the nightly check, the signing key. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { MS_PER_HOUR } from '#domain/time/units';
import { writePunchesInOrder } from '#server/hours/punch-queue/queue';
import { connect } from '#server/platform/database/connection';
import { openDatabase } from '#server/platform/database/pool';
import { inTransaction } from '#server/platform/database/transaction';
import { signInAdmin } from '#tests/faults/product';
import { silentLog } from '#tests/support/silent-log';
import { until } from '#tests/support/punctual-process';
import { FRONT, type Cluster } from './parts.ts';

/** Longer than any shift, but short enough for a reminder. */
const CLOCKED_IN_BEFORE_MS = 22 * MS_PER_HOUR;

/** Clocks these people in 22 hours ago, without a clock-out. @returns their ids */
export async function forget(cluster: Cluster, ids: readonly string[]): Promise<readonly string[]> {
  const { primary } = await cluster.whole();
  const database = openDatabase({ target: { url: cluster.ownerUrl(primary) }, log: silentLog });
  const at = Date.now() - CLOCKED_IN_BEFORE_MS;
  for (const userId of ids)
    await inTransaction(database, (tx) =>
      writePunchesInOrder(tx, [
        {
          at,
          request: {
            userId,
            punch: 'clock_in',
            input: { requestId: crypto.randomUUID() },
            ipAddress: 'unavailable',
            seenAddress: '',
          },
        },
      ]),
    );
  await database.close();
  return ids;
}

export async function onceOver(cluster: Cluster, forgetful: readonly string[]) {
  const { primary } = await cluster.whole();
  const owner = await connect({ url: cluster.ownerUrl(primary) });
  const count = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await owner.query<{ count: string }>(text, values)).rows[0]?.count);
  const reminded = () =>
    count(`SELECT count(*) FROM ledger WHERE kind = 'clock_out_reminded' AND chain = ANY ($1)`, [forgetful]);
  await until('reminders are sent', async () => (await reminded()) >= forgetful.length);
  await until('their letters are sent', async () => letters(cluster) >= forgetful.length);
  const admins = await Promise.all(
    ['3001', '3002'].map(async (port) => (await signInAdmin(FRONT.replace('8080', port))).client),
  );
  await Promise.all(admins.map((admin) => admin.ask('checkRecord', {})));
  const checks = (): number =>
    cluster.punctual.reduce(
      (sum, server) => sum + [...server.output().matchAll(/Checked \d+ records/gu)].length,
      0,
    );
  await until('the record is checked', () => checks() > 0);
  const keys = await Promise.all(admins.map((admin) => admin.ask('payrollKey', {})));
  const figures = [
    { label: `reminders for ${forgetful.length} people`, value: await reminded(), limit: forgetful.length },
    { label: 'their letters', value: letters(cluster), limit: forgetful.length },
    { label: 'checks of the record, asked for at both servers', value: checks(), limit: 1 },
    {
      label: 'keys that sign, at two servers',
      value: new Set(keys.map(({ fingerprint }) => fingerprint)).size,
      limit: 1,
    },
    {
      label: 'signing keys on the record',
      value: await count(`SELECT count(*) FROM ledger WHERE kind = 'signing_key_kept'`),
      limit: 1,
    },
  ];
  await owner.end();
  return figures;
}

/** Number of reminder mails in both servers' outboxes. */
function letters({ folder }: Cluster): number {
  return ['3001', '3002'].reduce((sum, port) => {
    try {
      const outbox = readdirSync(path.join(folder, `punctual-${port}`, 'outbox'));
      return sum + outbox.filter((name) => name.includes('reminder-')).length;
    } catch {
      return sum;
    }
  }, 0);
}
