/** Checks that a follower saw every change of the ledger once, or had to reload. */
import type { Connection } from '#server/platform/database/connection';
import type { LiveChange } from '#contract/monitoring/live';
import { SETTINGS_CHAIN } from '#server/ledger/entry';
import { createSeal, headsOfCursor, type Seal } from '#server/platform/position';
import type { Follower, Run } from './follower.ts';

/** Compares with the ledger now. Rows not seen yet count as missed. */
export async function followerFaults(
  follower: Pick<Follower, 'scope' | 'userId' | 'runs'>,
  owner: Connection,
): Promise<string[]> {
  const who = `${follower.scope === 'all' ? 'an admin' : 'an employee'} (${follower.userId})`;
  const found: string[] = [];
  for (const run of follower.runs)
    if (new Set(run.changes.map(({ cursor }) => cursor)).size < run.changes.length)
      found.push(`${who} saw a change twice`);
  // A reload includes everything missed before it.
  const last = follower.runs.at(-1);
  if (!last) return [`${who} saw nothing at all`];
  const { expected, seen } =
    follower.scope === 'all' ? await ofAdmin(last, owner) : await ofEmployee(last, follower.userId, owner);
  const missed = [...expected].filter((row) => !seen.has(row));
  const madeUp = [...seen].filter((row) => !expected.has(row));
  if (missed.length > 0) found.push(`${who} missed ${missed.length} changes, first ${missed[0]}`);
  if (madeUp.length > 0)
    found.push(`${who} saw ${madeUp.length} changes that are not recorded, first ${madeUp[0]}`);
  return found;
}

/** The expected and the seen rows, each as a text of row and content. */
interface Compared {
  readonly expected: Set<string>;
  readonly seen: Set<string>;
}
const chainOf = ({ userId }: LiveChange): string => userId ?? SETTINGS_CHAIN;

/** Leaves out rows of a restored backup, since followers get them by a reload and not by the stream. */
async function ofAdmin({ from, changes }: Run, owner: Connection): Promise<Compared> {
  const installation = await owner.query<{ cursor_key: Buffer }>('SELECT cursor_key FROM installation');
  const seal = createSeal(installation.rows[0]?.cursor_key ?? Buffer.alloc(0));
  const start = opened(seal, from);
  const { rows } = await owner.query<{ row: string }>(
    `SELECT concat_ws(' ', txid, seq, encode(substr(hash, 1, 8), 'hex'), chain, kind) AS row FROM ledger
     WHERE (txid, seq) > ($1::text::xid8, $2::bigint) AND xmin::text::bigint = mod(txid::text::numeric, 4294967296)`,
    [String(start.txid), String(start.seq)],
  );
  const seen = changes.map((change) => {
    const { txid, seq, mark } = opened(seal, change.cursor);
    return `${txid} ${seq} ${mark.slice(0, 16)} ${chainOf(change)} ${change.kind}`;
  });
  return { expected: new Set(rows.map(({ row }) => row)), seen: new Set(seen) };
}

function opened(seal: Seal, cursor: string) {
  const position = seal.open(cursor);
  if (!position) throw new Error(`This is no admin's cursor: ${cursor}`);
  return position;
}

async function ofEmployee({ from, changes }: Run, userId: string, owner: Connection): Promise<Compared> {
  const start = heads(from);
  const { rows } = await owner.query<{ row: string }>(
    `SELECT concat_ws(' ', chain, n, encode(substr(hash, 1, 8), 'hex'), kind) AS row FROM ledger
     WHERE (chain = $1 AND n > $2) OR (chain = $3 AND n > $4)`,
    [userId, start.own.n, SETTINGS_CHAIN, start.settings.n],
  );
  const seen = changes.map((change) => {
    const at = heads(change.cursor)[change.userId === null ? 'settings' : 'own'];
    return `${chainOf(change)} ${at.n} ${at.mark} ${change.kind}`;
  });
  return { expected: new Set(rows.map(({ row }) => row)), seen: new Set(seen) };
}

function heads(cursor: string) {
  const found = headsOfCursor(cursor);
  if (!found) throw new Error(`This is no employee's cursor: ${cursor}`);
  return found;
}
