/** The board's entries as compressed JSON in groups, newest first. A change compresses only its own group again. */
import type { TimeEntry } from '#contract/records';
import { toBoardEntry } from '#contract/wire';
import { shownOnBoard, type BoardDays } from '#domain/day/board-change';
import { pack, packUncompressed, type PackedPart } from '../../platform/http/packed-json.ts';

const ENTRIES_PER_GROUP = 64;
const SEPARATOR = packUncompressed(',');

type Line = Pick<TimeEntry, 'id' | 'userId' | 'clockIn' | 'clockOut'> & { readonly text: string };
interface Group {
  readonly lines: Line[];
  part: PackedPart | null;
}

export class EntryList {
  #groups: Group[] = [];

  constructor(entries: readonly TimeEntry[]) {
    for (let from = 0; from < entries.length; from += ENTRIES_PER_GROUP)
      this.#groups.push({ lines: entries.slice(from, from + ENTRIES_PER_GROUP).map(lineOf), part: null });
  }

  set(entry: TimeEntry): boolean {
    const line = lineOf(entry);
    const group = this.#groups.find(({ lines }) => !isBefore(lines.at(-1), line)) ?? this.#lastGroup();
    const found = group.lines.findIndex((one) => !isBefore(one, line));
    const place = found === -1 ? group.lines.length : found;
    const isKnown = group.lines[place]?.id === line.id;
    group.lines.splice(place, isKnown ? 1 : 0, line);
    group.part = null;
    if (group.lines.length >= 2 * ENTRIES_PER_GROUP)
      this.#groups.splice(this.#groups.indexOf(group) + 1, 0, {
        lines: group.lines.splice(ENTRIES_PER_GROUP),
        part: null,
      });
    return isKnown;
  }

  /** Removes a person's ended entries of earlier days. Keeps yesterday's while the person's night shift is open. */
  removeEndedEntries(userId: string, days: BoardDays): void {
    const theirs = this.#groups.flatMap(({ lines }) => lines).filter((line) => line.userId === userId);
    const shown = shownOnBoard(theirs, days);
    const isGone = (line: Line): boolean => line.userId === userId && !shown.has(line);
    this.#groups = this.#groups
      .map((group) =>
        group.lines.some(isGone) ? { lines: group.lines.filter((line) => !isGone(line)), part: null } : group,
      )
      .filter(({ lines }) => lines.length > 0);
  }

  async parts(): Promise<PackedPart[]> {
    const parts = await Promise.all(
      this.#groups.map(
        async (group) => (group.part ??= await pack(group.lines.map(({ text }) => text).join())),
      ),
    );
    return parts.flatMap((part, index) => (index === 0 ? [part] : [SEPARATOR, part]));
  }

  #lastGroup(): Group {
    const last = this.#groups.at(-1);
    if (last) return last;
    const first: Group = { lines: [], part: null };
    this.#groups.push(first);
    return first;
  }
}

const lineOf = (entry: TimeEntry): Line => ({
  id: entry.id,
  userId: entry.userId,
  clockIn: entry.clockIn,
  clockOut: entry.clockOut,
  text: JSON.stringify(toBoardEntry(entry)),
});

/** Compares ISO instants and ids as text. PostgreSQL sorts them in the same order. */
const isBefore = (one: Line | undefined, other: Line): boolean =>
  one !== undefined && (one.clockIn > other.clockIn || (one.clockIn === other.clockIn && one.id < other.id));
