import type { Context, SettingsSource } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { toEpochMs } from '#contract/wire';
import { cursorPart, lastPosition } from '../../ledger/queries.ts';
import { type NotificationSelection, markRead } from '../../workplace/activity/commands.ts';
import { activityPage } from '../../workplace/activity/queries.ts';
import type { LedgerKind } from '#contract/monitoring/live';
import type { Settings } from '#contract/records';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { shareRuns } from '../../platform/async/coalesce.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import type { PackedAnswer } from '../../platform/http/packed-json.ts';
import { otherEntriesOf, type LedgerBody } from '../../ledger/entry.ts';
import { isWrittenHere } from '../../platform/position.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { withoutDeadline } from '../../platform/async/deadline.ts';
import { BoardCache, type FeedDelta } from './board-cache.ts';
import { readFeedSince, type FeedPage } from './queries.ts';

export const activityRoutes = (context: Context): Handlers<'activity' | 'markActivityRead'> => ({
  activity: ({ input, reader }) =>
    reader().inSnapshot({ cursor: cursorPart(context.seal) }, async (tx, { cursor }) => ({
      cursor,
      ...(await activityPage(tx, input)),
    })),
  markActivityRead: async ({ input, session }) => {
    const selection: NotificationSelection =
      input.upTo === undefined ? { ids: input.ids ?? [] } : { upTo: toEpochMs(input.upTo) };
    const { database, clock, wake } = context;
    const marked = await markRead(database, clock.now(), session().user.id, selection);
    if (marked > 0) wake();
    return { marked };
  },
});

export function monitoringRoutes(context: Context): Handlers<'monitoring'> {
  const board = createBoard(context);
  return { monitoring: ({ reader }) => reader().withSession(() => board.answer()) };
}

/** If the feed has more new rows than this, reading the whole board again is faster. */
const MAX_ROWS = 500;
/** Time after which the board is read again, to show changes made without a ledger row. */
const CACHE_MS = 5 * MS_PER_MINUTE;

/** Keeps the monitoring board. Rebuilds it on a new day, after a gap in the feed, and for changes it cannot apply. */
export function createBoard({
  database,
  clock,
  seal,
  settings: source,
}: Pick<Context, 'database' | 'clock' | 'seal'> & {
  settings: Pick<SettingsSource, 'fallback'>;
}) {
  let cached: BoardCache | null = null;
  let expiryTimer: NodeJS.Timeout | undefined;
  const cache = (board: BoardCache): void => {
    cached = board;
    expiryTimer ??= setTimeout(() => {
      expiryTimer = undefined;
      cached = null;
    }, CACHE_MS).unref();
  };
  const snapshot = <Result>(read: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    inTransaction(database, read, 'REPEATABLE READ READ ONLY');

  const refresh = shareRuns(() =>
    withoutDeadline(async () => {
      const now = clock.now();
      const known = cached?.isCurrent(now) ? cached : null;
      // Forget the board first, so that the next request reads it again if this run fails.
      cached = null;
      const isUpToDate =
        known && !known.isBehind(await readFeedSince(database.pool, known.position, MAX_ROWS));
      const board = isUpToDate ? known : await snapshot((tx) => catchUp(tx, known, now));
      board.advanceTo(now);
      const answer = await board.pack(seal);
      cache(board);
      return answer;
    }),
  );
  const withFallback = async (settings: Settings): Promise<(now: EpochMs) => PackedAnswer> => {
    const now = clock.now();
    const board = await snapshot(async (tx) =>
      BoardCache.read(tx, { position: await lastPosition(tx), ahead: [] }, { settings, now }),
    );
    return board.pack(seal);
  };
  return {
    answer: async (): Promise<PackedAnswer> => {
      const { fallback } = source;
      return (await (fallback ? withFallback(fallback) : refresh()))(clock.now());
    },
  };
}

async function catchUp(tx: Transaction, known: BoardCache | null, now: EpochMs): Promise<BoardCache> {
  if (known) {
    const page = await readFeedSince(tx, known.position, MAX_ROWS);
    const delta = deltaSince(known, page);
    if (delta && (await known.apply(tx, page, delta))) return known;
  }
  const position = await lastPosition(tx);
  const { rows } = await readFeedSince(tx, position, MAX_ROWS);
  return BoardCache.read(tx, { position, ahead: rows }, { settings: await readSettings(tx), now });
}

const ENTRY_CHANGE_KINDS: ReadonlySet<LedgerKind> = new Set<LedgerKind>([
  'clock_in',
  'break_start',
  'break_end',
  'clock_out',
  'entry_closed',
]);

const KINDS_NOT_SHOWN: ReadonlySet<string> = new Set([
  'password_changed',
  'identity_linked',
  'clock_out_reminded',
]);

/** True for correction steps that change no entry and no leave. Other steps can remove or reorder the board's rows. */
function keepsEntries(kind: LedgerKind, body: string): boolean {
  if (!kind.startsWith('correction_')) return false;
  const { entries, leave } = (JSON.parse(body) as LedgerBody).data;
  return entries === undefined && leave === undefined;
}

function deltaSince(known: BoardCache, page: FeedPage): FeedDelta | null {
  const fresh = known.newRowsIn(page);
  if (fresh === null) return null;
  const [entries, notifications]: [Set<string>, Set<string>] = [new Set(), new Set()];
  let [hasNewReadMarks, hasChangedCorrections] = [false, false];
  for (const { kind, chain, position, body } of fresh) {
    if (!isWrittenHere(position)) return null;
    if (KINDS_NOT_SHOWN.has(kind)) continue;
    if (kind === 'activity_read') hasNewReadMarks = true;
    else if (keepsEntries(kind, body)) hasChangedCorrections = true;
    else if (ENTRY_CHANGE_KINDS.has(kind) && known.watches(chain)) {
      const { data } = JSON.parse(body) as LedgerBody;
      const { entry, notification } = data;
      if (entry === undefined || notification === undefined) return null;
      entries.add(entry);
      for (const other of otherEntriesOf(data) ?? []) entries.add(other);
      notifications.add(notification);
    } else return null;
  }
  return { entries: [...entries], notifications: [...notifications], hasNewReadMarks, hasChangedCorrections };
}
