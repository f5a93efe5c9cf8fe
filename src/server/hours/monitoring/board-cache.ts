/** Caches the monitoring board with its cursor in the live feed. Newer rows of the feed update the cache. */
import type { Correction, CorrectionsView } from '#contract/corrections/corrections';
import type { ActivityNotification, BoardPerson, Settings } from '#contract/records';
import { toEpochMs, toInstantText } from '#contract/wire';
import { withNotification, type BoardDays } from '#domain/day/board-change';
import { NOTIFICATION_HOURS } from '#domain/day/monitoring';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import { isRecordAhead } from '#domain/time/server-clock';
import { addDays, isWithin, type WorkplaceDay } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import { alertsAndUnread, notificationsById, notificationsSince } from '../../workplace/activity/queries.ts';
import { calendarOf, daysAround, toWireCalendar } from '../../platform/calendars.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { formerEmployeesWithOpenEntry, monitoredEmployees } from '../../people/employees/queries.ts';
import { pack, PackedAnswer, PackedJson, type PackedPart } from '../../platform/http/packed-json.ts';
import type { Position, Seal } from '../../platform/position.ts';
import { newestRecordTime } from '../../ledger/queries.ts';
import { activeCorrectionsSince, countWaitingCorrections } from '../corrections/record-queries.ts';
import { entriesById, monitoredEntries } from '../time-entries/queries.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import { EntryList } from './entry-list.ts';
import type { FeedPage, FeedPageRow } from './queries.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

/** The screen shows only 10 notifications (spec §9). A paused screen counts new ones, so it needs more than 10. */
const NOTIFICATIONS_AT_MOST = 50;
const NOTIFICATION_AGE_MAX_MS = NOTIFICATION_HOURS * MS_PER_HOUR;

interface NotificationSummary {
  readonly notifications: readonly ActivityNotification[];
  readonly alertsToday: number;
  readonly unread: readonly EpochMs[];
}

interface CorrectionSummary {
  readonly corrections: readonly Correction[];
  readonly waiting: CorrectionsView['waiting'];
}

const readCorrections = async (tx: Transaction, { day }: WorkplaceDay): Promise<CorrectionSummary> => ({
  corrections: await activeCorrectionsSince(tx, addDays(day, -1)),
  waiting: await countWaitingCorrections(tx),
});

/** Data that a board reads only once. If any of these fields changes, the board is rebuilt. */
interface Basis {
  readonly settingsVersion: number;
  readonly today: WorkplaceDay;
  readonly days: BoardDays;
  readonly watchedIds: ReadonlySet<string>;
  readonly openingJson: string;
}

/** Changes that new rows of the feed make to the board. `entries` and `notifications` are ids to read again. */
export interface FeedDelta {
  readonly entries: readonly string[];
  readonly notifications: readonly string[];
  readonly hasNewReadMarks: boolean;
  readonly hasChangedCorrections: boolean;
}

/** The key is unique even if the database gives out sequence numbers again after a crash. */
const keyOf = ({ position: { txid, seq, mark } }: FeedPageRow): string => `${txid}-${seq}-${mark}`;

export class BoardCache {
  #position: Position;
  /** Keys of rows after the cursor (`#position`) that the board already contains. */
  #ahead: ReadonlySet<string>;
  readonly #basis: Basis;
  readonly #entries: EntryList;
  #summary: NotificationSummary;
  #corrections: CorrectionSummary;
  #newest: EpochMs | null;
  #now: EpochMs;
  #packedOpening: PackedPart | null = null;
  #packed: PackedJson | null = null;

  private constructor(
    basis: Basis,
    entries: EntryList,
    state: {
      summary: NotificationSummary;
      corrections: CorrectionSummary;
      newest: EpochMs | null;
      now: EpochMs;
      position: Position;
      ahead: readonly FeedPageRow[];
    },
  ) {
    this.#basis = basis;
    this.#entries = entries;
    this.#summary = state.summary;
    this.#corrections = state.corrections;
    this.#newest = state.newest;
    this.#now = state.now;
    this.#position = state.position;
    this.#ahead = new Set(state.ahead.map(keyOf));
  }

  /** @param place cursor, and rows after the cursor that the board already contains (never apply them twice) */
  static async read(
    tx: Transaction,
    place: { position: Position; ahead: readonly FeedPageRow[] },
    { settings, now }: { settings: Settings; now: EpochMs },
  ): Promise<BoardCache> {
    const { today, days } = daysAround(settings, now);
    const plans = await personalPlansOf(tx, settings, [today]);
    const withPlan = (person: BoardPerson): BoardPerson => {
      const { schedule, holiday, leave } = plannedDays(plans, person.id, [today])[0] ?? {};
      return schedule || leave ? { ...person, planned: { schedule, holiday, leave } } : person;
    };
    const employees = (await monitoredEmployees(tx, today)).map(withPlan);
    const opening = {
      calendar: toWireCalendar(settings, today, plannedDays(plans, null, days)),
      settings,
      settingsLoaded: areSettingsStored(settings),
      employees,
      former: await formerEmployeesWithOpenEntry(tx, today),
    };
    const yesterday = calendarOf(settings).day(addDays(today.day, -1)).start;
    const basis = {
      settingsVersion: settings.version,
      today,
      days: { yesterday: toInstantText(yesterday), today: toInstantText(today.start) },
      watchedIds: new Set(employees.map(({ id }) => id)),
      openingJson: `${JSON.stringify(opening).slice(0, -1)},"entries":[`,
    };
    const entries = new EntryList(await monitoredEntries(tx, today, yesterday));
    return new BoardCache(basis, entries, {
      summary: await readNotifications(tx, today, now),
      newest: await newestRecordTime(tx),
      corrections: await readCorrections(tx, today),
      now,
      ...place,
    });
  }

  watches(userId: string): boolean {
    return this.#basis.watchedIds.has(userId);
  }

  get position(): Position {
    return this.#position;
  }

  /** False after midnight, or after the server's clock went back. */
  isCurrent(now: EpochMs): boolean {
    return now >= this.#now && isWithin(now, this.#basis.today);
  }

  /** Rows newer than the board, or null if it must be rebuilt. */
  newRowsIn({ isAnchored, isWhole, settingsVersion, rows }: FeedPage): readonly FeedPageRow[] | null {
    if (!isAnchored || !isWhole || settingsVersion !== this.#basis.settingsVersion) return null;
    const fresh = rows.filter((row) => !this.#ahead.has(keyOf(row)));
    return fresh.length + this.#ahead.size === rows.length ? fresh : null;
  }

  isBehind(page: FeedPage): boolean {
    return this.newRowsIn(page)?.length !== 0 || page.rows.some(({ isSettled }) => isSettled);
  }

  advanceTo(now: EpochMs): void {
    this.#now = now;
    const { notifications, alertsToday, unread } = this.#summary;
    const since = now - NOTIFICATION_AGE_MAX_MS;
    const recent = notifications.filter(({ timestamp }) => toEpochMs(timestamp) >= since);
    if (recent.length < notifications.length) this.#packed = null;
    this.#summary = { notifications: recent, alertsToday, unread: unread.slice(countBefore(unread, since)) };
  }

  async apply(tx: Transaction, { rows }: FeedPage, delta: FeedDelta): Promise<boolean> {
    const { today } = this.#basis;
    for (const entry of await entriesById(tx, delta.entries)) {
      const isOfToday = toEpochMs(entry.clockIn) >= today.start;
      // Return false to rebuild the board: a server whose clock is still before midnight added an entry of yesterday.
      if (!this.#entries.set(entry) && !isOfToday) return false;
      if (entry.clockOut !== null && !isOfToday)
        this.#entries.removeEndedEntries(entry.userId, this.#basis.days);
    }
    if (delta.hasNewReadMarks) this.#summary = await readNotifications(tx, today, this.#now);
    else
      for (const one of await notificationsById(tx, delta.notifications))
        this.#summary = this.#withNotification(one);
    if (delta.hasChangedCorrections) this.#corrections = await readCorrections(tx, today);
    for (const { at } of rows) this.#newest = Math.max(at, this.#newest ?? at);
    this.#position = rows.findLast(({ isSettled }) => isSettled)?.position ?? this.#position;
    this.#ahead = new Set(rows.filter(({ isSettled }) => !isSettled).map(keyOf));
    this.#packed = null;
    return true;
  }

  #withNotification(notification: ActivityNotification): NotificationSummary {
    const { unread } = this.#summary;
    const { today } = this.#basis.days;
    const shown = withNotification(this.#summary, notification, { today, atMost: NOTIFICATIONS_AT_MOST });
    if (!shown) return this.#summary;
    const at = toEpochMs(notification.timestamp);
    return {
      ...shown,
      unread: notification.read ? unread : unread.toSpliced(countBefore(unread, at), 0, at),
    };
  }

  /** Keeps the board as it is when `pack` is called. The returned function adds the figures that depend on `now`. */
  async pack(seal: Seal): Promise<(now: EpochMs) => PackedAnswer> {
    const packed = (this.#packed ??= await this.#pack(seal));
    const newest = this.#newest;
    const { unread } = this.#summary;
    return (now) => {
      const ofNow = {
        unread: unread.length - countBefore(unread, now - NOTIFICATION_AGE_MAX_MS),
        now: toInstantText(now),
        ...(isRecordAhead(newest, now) ? { recordsUntil: toInstantText(newest) } : {}),
      };
      return new PackedAnswer(packed, `,${JSON.stringify(ofNow).slice(1)}`);
    };
  }

  async #pack(seal: Seal): Promise<PackedJson> {
    const { notifications, alertsToday } = this.#summary;
    const cursor = seal.close(this.#position);
    this.#packedOpening ??= await pack(this.#basis.openingJson);
    return new PackedJson([
      this.#packedOpening,
      ...(await this.#entries.parts()),
      await pack(
        `],${JSON.stringify({ ...this.#corrections, notifications, alertsToday, cursor }).slice(1, -1)}`,
      ),
    ]);
  }
}

async function readNotifications(tx: Transaction, today: WorkplaceDay, now: EpochMs) {
  const dayAgo = now - NOTIFICATION_AGE_MAX_MS;
  return {
    notifications: await notificationsSince(tx, dayAgo, NOTIFICATIONS_AT_MOST),
    ...(await alertsAndUnread(tx, today.start, dayAgo)),
  };
}

function countBefore(instants: readonly EpochMs[], limit: EpochMs): number {
  let [from, to] = [0, instants.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((instants[middle] ?? limit) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
