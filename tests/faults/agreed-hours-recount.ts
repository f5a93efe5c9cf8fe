/**
 * Calculates the counted entries from the ledger alone. Uses no code of the product, so that one mistake
 * cannot hide in both. Instants are ISO 8601.
 */

/** The ledger has only digests of leave, so a recount knows that there is leave but not which days. */
type Leave = 'leave';

interface Times {
  readonly clockIn: string;
  readonly clockOut: string | null;
  readonly breaks: readonly { readonly start: string; readonly end: string | null }[];
}

interface Item {
  readonly entryId: string;
  readonly old: Times | Leave | null;
  readonly new: Times | Leave | null;
}

interface Row {
  readonly chain: string;
  readonly kind: string;
  readonly actor: string | null;
  readonly at: string;
  readonly data: {
    readonly entry?: string;
    readonly changes?: { readonly clockOut: { to: string }; readonly breaks: { to: Times['breaks'] } };
    readonly correction?: string;
    readonly items?: readonly Item[];
    readonly leave?: string;
    readonly replaced?: readonly {
      readonly id: string;
      readonly old: string | null;
      readonly new: string | null;
    }[];
    readonly digests?: { readonly old?: string | null; readonly new?: string | null };
    readonly selfDecided?: boolean;
    readonly period?: { readonly first: string };
    readonly summary?: string;
  };
}

/** The state of a correction after its ledger rows so far. */
interface Told {
  readonly by: string | null;
  items: readonly Item[];
  /** The person who set the current times. */
  times: string | null;
  counts: boolean;
  /** Whether an admin made the correction, so that it counts without the employee's approval. */
  isMarked: boolean;
  isOver: boolean;
}

export interface Recount {
  /** The counted times, by person and entry. */
  readonly counting: Map<string, Map<string, Times | Leave>>;
  /** Violations: a change by one side only, or a punch that nobody made. */
  readonly faults: string[];
  /** The hash of each closed period, by person and first day. */
  readonly closed: Map<string, string>;
}

export async function recount(owner: Connection, people: readonly string[]): Promise<Recount> {
  const { rows } = await owner.query<{ body: string }>(
    'SELECT body FROM ledger WHERE chain = ANY ($1) ORDER BY chain, n',
    [people],
  );
  const done: Recount = { counting: new Map(), faults: [], closed: new Map() };
  const corrections = new Map<string, Told>();
  for (const { body } of rows) take(done, corrections, JSON.parse(body) as Row);
  for (const [id, told] of corrections)
    if (told.counts && !told.isMarked && told.by === null) done.faults.push(`nobody made correction ${id}`);
  return done;
}

const PUNCHES: ReadonlySet<string> = new Set(['clock_in', 'break_start', 'break_end', 'clock_out']);

function take(done: Recount, corrections: Map<string, Told>, row: Row): void {
  const { chain, kind, actor, at, data } = row;
  const own = done.counting.get(chain) ?? new Map<string, Times | Leave>();
  done.counting.set(chain, own);
  const found = own.get(data.entry ?? '');
  const entry = found === 'leave' ? undefined : found;
  if (actor === null || (PUNCHES.has(kind) && actor !== chain))
    if (PUNCHES.has(kind) || kind === 'entry_closed')
      done.faults.push(`${kind} of ${chain} at ${at} was made by ${actor ?? 'a machine'}`);
  if (kind === 'clock_in') own.set(data.entry ?? '', { clockIn: at, clockOut: null, breaks: [] });
  else if (kind === 'break_start' && entry)
    own.set(data.entry ?? '', { ...entry, breaks: [...entry.breaks, { start: at, end: null }] });
  else if (kind === 'break_end' && entry)
    own.set(data.entry ?? '', {
      ...entry,
      breaks: entry.breaks.map((pause) => ({ ...pause, end: pause.end ?? at })),
    });
  else if (kind === 'clock_out' && entry) own.set(data.entry ?? '', { ...entry, clockOut: at });
  else if (kind === 'entry_closed' && entry && data.changes)
    own.set(data.entry ?? '', {
      ...entry,
      clockOut: data.changes.clockOut.to,
      breaks: data.changes.breaks.to,
    });
  else if (kind.startsWith('correction_')) correct(done, corrections, own, row);
  else if (kind === 'period_closed') done.closed.set(`${chain} ${data.period?.first}`, data.summary ?? '');
  else if (kind === 'period_reopened') done.closed.delete(`${chain} ${data.period?.first}`);
}

/** Steps of a correction: after `true` its times count, after `false` they no longer count. */
const COUNTS: Readonly<Record<string, boolean>> = {
  correction_made: true,
  correction_agreed: true,
  correction_declared: true,
  correction_taken_back: false,
  correction_undone: false,
  correction_declined: false,
  correction_withdrawn: false,
};

function correct(
  done: Recount,
  corrections: Map<string, Told>,
  own: Map<string, Times | Leave>,
  { chain, kind, actor, at, data }: Row,
): void {
  const id = data.correction ?? '';
  const told: Told = corrections.get(id) ?? {
    by: actor,
    items: [],
    times: actor,
    counts: false,
    isMarked: false,
    isOver: false,
  };
  corrections.set(id, told);
  if (data.items) told.items = data.items;
  const { leave, replaced = [], digests: { old = null, new: wanted } = {} } = data;
  if (leave !== undefined && wanted !== undefined)
    told.items = [{ id: leave, old, new: wanted }, ...replaced].map((one) => ({
      entryId: one.id,
      old: one.old === null ? null : ('leave' as const),
      new: one.new === null ? null : ('leave' as const),
    }));
  // Sickness over approved leave counts while it waits for an administrator.
  if (replaced.length > 0 && kind === 'correction_declared') told.isOver = true;
  if (kind === 'correction_declared' && actor !== chain)
    done.faults.push(`leave ${leave} of ${chain} was declared at ${at} by somebody else`);
  if (kind === 'correction_sent_back') told.times = actor;
  const counts = kind === 'correction_undone' && told.isOver ? true : (COUNTS[kind] ?? told.counts);
  // An admin's correction counts at once with a mark until the employee agrees. All others need two sides.
  if (kind === 'correction_made') told.isMarked = true;
  if (kind === 'correction_agreed' && !told.counts && actor === told.times && data.selfDecided !== true)
    done.faults.push(`correction ${id} of ${chain} was agreed to at ${at} by who set its times`);
  if (kind === 'correction_agreed' && told.counts && told.by !== chain && actor !== chain)
    done.faults.push(`correction ${id} of ${chain} was agreed to at ${at} for the employee`);
  if (counts === told.counts) return;
  told.counts = counts;
  for (const { entryId } of told.items) own.delete(entryId);
  for (const { entryId, old, new: wanted } of told.items) {
    const times = counts ? wanted : old;
    if (times) own.set(entryId, times);
  }
}

const COUNTED = `
  SELECT e.user_id, e.id, e.clock_in, e.clock_out,
    ARRAY(SELECT started_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS starts,
    ARRAY(SELECT ended_at FROM counted_break b WHERE b.entry_id = e.id ORDER BY n) AS ends
  FROM counted_entry e WHERE e.user_id = ANY ($1)`;

/** The counted times in the tables, in the same shape. */
export async function countedOf(
  owner: Connection,
  people: readonly string[],
): Promise<Map<string, Map<string, Times | Leave>>> {
  const { rows } = await owner.query<{
    user_id: string;
    id: string;
    clock_in: number;
    clock_out: number | null;
    starts: number[];
    ends: (number | null)[];
  }>(COUNTED, [people]);
  const counting = new Map(people.map((id) => [id, new Map<string, Times | Leave>()]));
  const leave = await owner.query<{ user_id: string; id: string }>(
    'SELECT user_id, id FROM counted_leave WHERE user_id = ANY ($1)',
    [people],
  );
  for (const { user_id, id } of leave.rows) counting.get(user_id)?.set(id, 'leave');
  for (const { user_id, id, clock_in, clock_out, starts, ends } of rows)
    counting.get(user_id)?.set(id, {
      clockIn: iso(clock_in),
      clockOut: clock_out === null ? null : iso(clock_out),
      breaks: starts.map((start, n) => {
        const end = ends[n] ?? null;
        return { start: iso(start), end: end === null ? null : iso(end) };
      }),
    });
  return counting;
}

const iso = (instant: number): string => new Date(instant).toISOString();
import type { Connection } from '#server/platform/database/connection';
