/** Verifies the record: recomputes each chain, rebuilds the state from it, and compares the tables with it. */
import { createHash } from 'node:crypto';
import { groupBy } from '#domain/report/groups';
import type { Queryable } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Json } from '../../ledger/canonical.ts';
import { SETTINGS_CHAIN } from '../../ledger/entry.ts';
import { readProfiles } from '../../payroll/periods/payroll/commands.ts';
import { readSigningKey } from '../../payroll/periods/signing/commands.ts';
import { findSettings, readStudios } from '../../workplace/settings/queries.ts';
import { readStoredPlans } from '../../workplace/expected/queries.ts';
import {
  compareCorrection,
  compareEntry,
  compareGrant,
  compareLeave,
  compareNotice,
  comparePeriod,
  comparePerson,
  compareProfiles,
  comparePlans,
  compareSettings,
  compareStudios,
  type ComparedRow,
} from './compare.ts';
import * as queries from './queries.ts';
import { emptyState, replay, type LedgerRowBody, type RebuiltState, type RebuiltEntry } from './replay.ts';

export interface Fault {
  readonly fault: string;
  readonly chain: string;
  /** Number of the ledger row in its chain; null if the fault is not in a single ledger row. */
  readonly n: number | null;
  readonly entry?: string;
}

export interface Verification {
  readonly records: number;
  readonly entries: number;
  readonly people: number;
  /** Entries and people whose erased values can no longer be checked. */
  readonly erased: number;
  /** The first fault of each kind; `count` is the number of all faults of this kind. */
  readonly faults: readonly (Fault & { readonly count: number })[];
}

export interface VerifyOptions {
  /** Called after each page; may wait, to slow the check down. */
  readonly onPage?: (done: number, total: number) => Promise<void> | void;
  /** Number of ledger rows that are read at once. */
  readonly page?: number;
  /** Former ends of chains, one `chain n hash` per line: these rows must still exist. */
  readonly heads?: string | undefined;
}

const PAGE = 5_000;
/** The check starts here, before the first ledger row: the settings chain sorts before all other chains. */
const BEFORE_ALL = { chain: SETTINGS_CHAIN, n: Number.MIN_SAFE_INTEGER };

/** Reads one snapshot, and keeps only one person's record in memory. */
export async function verify(
  database: Pick<Database, 'connect'>,
  options: VerifyOptions = {},
): Promise<Verification> {
  const client = await database.connect('punctual verify');
  try {
    await queries.beginSnapshot(client);
    return await verifyIn(client, options);
  } finally {
    await client.end();
  }
}

/** Verifies over an open connection. Needs a snapshot on it, or a database that nobody else writes to. */
export async function verifyIn(
  tx: Queryable,
  { onPage, page = PAGE, heads }: VerifyOptions = {},
): Promise<Verification> {
  const check = new Verifier(tx, heads);
  const total = await queries.countLedger(tx);
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await queries.readLedger(tx, after, page);
    for (const row of rows) await check.row(row);
    after = rows.at(-1) ?? after;
    await onPage?.(check.records, total);
    if (rows.length < page) break;
  }
  return check.end();
}

class Verifier {
  records = 0;
  readonly #tx: Queryable;
  readonly #faults = new Map<string, Fault & { count: number }>();
  #entries = 0;
  #people = 0;
  #erased = 0;
  #last: queries.LedgerRow | null = null;
  #rebuilt: RebuiltState = emptyState();
  #storedEntries: string[] = [];
  /** Former ends of chains that the check has not found so far. */
  readonly #heads: Set<string>;

  constructor(tx: Queryable, heads = '') {
    this.#tx = tx;
    this.#heads = new Set(heads.split('\n').filter((line) => line !== ''));
  }

  async row(row: queries.LedgerRow): Promise<void> {
    if (this.#last !== null && this.#last.chain !== row.chain) await this.#endChain(this.#last);
    const before = this.#last?.chain === row.chain ? this.#last : null;
    this.records += 1;
    this.#last = row;
    this.#heads.delete(`${row.chain} ${row.n} ${row.hash.toString('hex')}`);
    const report = (fault: string): void => this.#report({ fault, chain: row.chain, n: row.n });
    if (row.n !== (before?.n ?? 0) + 1) report('a row is missing before this one');
    if (!row.hash.equals(hashOf(row, before))) report('the hash does not fit');
    const body = parseBody(row.body);
    if (body === null) return report('the row cannot be read');
    if (!isConsistent(row, body)) report('the row does not say what its body says');
    if (hasLoneSurrogate(row.body)) report('the row cannot be read');
    try {
      replay(this.#rebuilt, body);
    } catch {
      report('the row does not follow from those before it');
    }
  }

  async end(): Promise<Verification> {
    if (this.#last !== null) await this.#endChain(this.#last);
    for (const chain of await queries.chainsWithoutRows(this.#tx))
      this.#report({ fault: 'the chain has no rows', chain, n: null });
    for (const [chain = '', n] of [...this.#heads].map((line) => line.split(' ')))
      this.#report({ fault: 'the row of the file of heads is gone', chain, n: Number(n) });
    return {
      records: this.records,
      entries: this.#entries,
      people: this.#people,
      erased: this.#erased,
      faults: [...this.#faults.values()],
    };
  }

  async #endChain(last: queries.LedgerRow): Promise<void> {
    await this.#compareChain(last).catch((error: unknown) => {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      this.#report({ fault: 'a stored value cannot be read', chain: last.chain, n: null });
    });
    this.#rebuilt = emptyState();
    this.#storedEntries = [];
  }

  async #compareChain(last: queries.LedgerRow): Promise<void> {
    const { chain } = last;
    const rebuilt = this.#rebuilt;
    const entries = [...rebuilt.entries.values()];
    for (let from = 0; from < entries.length; from += PAGE)
      await this.#compareEntries(chain, entries.slice(from, from + PAGE));
    const corrections = new Map((await queries.readCorrections(this.#tx, chain)).map((row) => [row.id, row]));
    this.#compareAll('correction', chain, rebuilt.corrections, corrections, compareCorrection);
    const leave = new Map((await queries.readLeave(this.#tx, chain)).map((row) => [row.id, row]));
    this.#compareAll('leave', chain, rebuilt.leave, leave, ({ digest, correction }, row) =>
      compareLeave(digest, row, corrections.get(correction)?.salt),
    );
    const grants = new Map((await queries.readGrants(this.#tx, chain)).map((row) => [row.key, row]));
    this.#compareAll('allowance', chain, rebuilt.grants, grants, compareGrant);
    const periods = new Map((await queries.readPeriods(this.#tx, chain)).map((row) => [row.first, row]));
    this.#compareAll('period', chain, rebuilt.periods, periods, comparePeriod);
    const notices = await queries.readNotices(this.#tx, [...rebuilt.notices.keys()]);
    this.#compareAll('notification', chain, rebuilt.notices, notices, compareNotice);
    const end = await queries.readChainEnd(this.#tx, chain);
    this.#compareHead(last, end);
    if (chain === SETTINGS_CHAIN) await this.#compareSettings(rebuilt);
    else this.#comparePerson(chain, rebuilt, end);
    if (end.entries !== this.#storedEntries.length) {
      const entry = await queries.findUnrecordedEntry(this.#tx, chain, this.#storedEntries);
      if (entry !== undefined)
        this.#report({ fault: 'the time entry is not in the ledger', chain, n: null, entry });
    }
  }

  #compareHead({ chain, n, hash }: queries.LedgerRow, { head_n, head_hash }: queries.ChainEnd): void {
    if (head_n === null) this.#report({ fault: 'the chain has no head', chain, n });
    else if (head_n !== n || !head_hash?.equals(hash))
      this.#report({ fault: 'the end of the chain does not fit', chain, n: head_n });
  }

  #comparePerson(chain: string, { person }: RebuiltState, { account }: queries.ChainEnd): void {
    this.#people += 1;
    if (account === null) return this.#report({ fault: 'the account is missing', chain, n: null });
    if (person === null) return this.#report({ fault: 'the account is not in the ledger', chain, n: null });
    this.#reportDiffering('account', comparePerson(person, account), { chain, n: null });
  }

  async #compareSettings({
    settings,
    studios,
    plans,
    payrollProfiles,
    signingKey,
  }: RebuiltState): Promise<void> {
    const place = { chain: SETTINGS_CHAIN, n: null };
    const stored = await findSettings(this.#tx);
    if (stored === null) this.#report({ fault: 'the settings are missing', ...place });
    else if (settings) this.#reportDiffering('settings', compareSettings(settings, stored), place);
    this.#reportDiffering('studios', compareStudios(studios, await readStudios(this.#tx)), place);
    this.#reportDiffering('settings', comparePlans(plans, await readStoredPlans(this.#tx)), place);
    const profiles = (await readProfiles(this.#tx)) as unknown as Json;
    this.#reportDiffering('settings', compareProfiles(payrollProfiles, profiles), place);
    const key = (await readSigningKey(this.#tx))?.toString('hex') ?? null;
    if (signingKey !== undefined && signingKey !== key)
      this.#report({ fault: 'the signing key is not as recorded', ...place });
  }

  #compareAll<Rebuilt, Row>(
    what: 'correction' | 'leave' | 'allowance' | 'period' | 'notification',
    chain: string,
    rebuilt: ReadonlyMap<string, Rebuilt>,
    rows: ReadonlyMap<string, Row>,
    compare: (rebuilt: Rebuilt, row: Row) => ComparedRow,
  ): void {
    const place = { chain, n: null };
    for (const [key, one] of rebuilt) {
      const row = rows.get(key);
      if (row) this.#reportDiffering(what, compare(one, row), place);
      else this.#report({ fault: `the ${what} is missing`, ...place });
    }
    if ([...rows.keys()].some((key) => !rebuilt.has(key)))
      this.#report({ fault: `the ${what} is not in the ledger`, ...place });
  }

  async #compareEntries(chain: string, rebuiltEntries: readonly RebuiltEntry[]): Promise<void> {
    this.#entries += rebuiltEntries.length;
    const ids = rebuiltEntries.map(({ id }) => id);
    const rows = new Map((await queries.readEntries(this.#tx, ids)).map((row) => [row.id, row]));
    const breaks = groupBy(await queries.readBreaks(this.#tx, ids), (row) => row.entry_id);
    for (const rebuilt of rebuiltEntries) {
      const row = rows.get(rebuilt.id);
      const place = { chain, n: null, entry: rebuilt.id };
      if (!row || (row.counts !== rebuilt.counts && rebuilt.counts)) {
        this.#report({ fault: 'the time entry is missing', ...place });
        continue;
      }
      if (row.counts && !rebuilt.counts)
        this.#report({ fault: 'the time entry counts, and was removed', ...place });
      if (row.counts && row.user_id === chain) this.#storedEntries.push(rebuilt.id);
      const compared = compareEntry(chain, rebuilt, row, breaks.get(rebuilt.id) ?? []);
      this.#reportDiffering('time entry', compared, place);
    }
  }

  #reportDiffering(what: string, { differing, isErased }: ComparedRow, place: Omit<Fault, 'fault'>): void {
    if (isErased) this.#erased += 1;
    for (const column of differing)
      this.#report({ fault: `${what}: ${column} is not as recorded`, ...place });
  }

  #report(fault: Fault): void {
    const known = this.#faults.get(fault.fault);
    if (known) known.count += 1;
    else this.#faults.set(fault.fault, { ...fault, count: 1 });
  }
}

const hashOf = ({ n, body }: queries.LedgerRow, before: queries.LedgerRow | null): Buffer =>
  createHash('sha256')
    .update(before?.hash ?? '')
    .update(`${n}\n${body}`, 'utf8')
    .digest();

function parseBody(text: string): LedgerRowBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'data' in body ? (body as LedgerRowBody) : null;
  } catch {
    return null;
  }
}

const isConsistent = (row: queries.LedgerRow, body: LedgerRowBody): boolean =>
  body.chain === row.chain &&
  body.kind === row.kind &&
  Date.parse(body.at) === row.at &&
  body.actor === row.actor;

/** Older versions accepted half a character, which other JSON parsers refuse, also PostgreSQL's. */
function hasLoneSurrogate(body: string): boolean {
  if (!/\\ud[89a-f]/i.test(body)) return false;
  let found = false;
  JSON.parse(body, (_key, value: unknown) => {
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) found = true;
    return value;
  });
  return found;
}
