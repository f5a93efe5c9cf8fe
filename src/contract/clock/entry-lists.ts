import * as z from 'zod/mini';
import { NAME_MAX, text } from '../fields.ts';
import { ClosedPeriods, Correction, ListedEmployee } from '../corrections/corrections.ts';
import { enteredDay, rangeChecks } from '../days.ts';
import { Calendar, DayText, Employment, Id, Instant, PagePosition, TimeEntry } from '../records.ts';

export const ENTRIES_PER_PAGE = 50;
/** Upper bound of `limit`. Only the file export of all entries requests such large pages. */
export const PAGE_SIZE_MAX = 200;
const limit = z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_SIZE_MAX));

const day = z.optional(enteredDay());
const checks = rangeChecks('from', 'to');

/** Workplace days, inclusive. `before`: the `next` of the previous page. */
const page = { from: day, to: day, before: z.optional(PagePosition) };

/** Without `limit`, the whole range is one page. */
export const MyTimeEntriesQuery = z.strictObject({ ...page, limit: z.optional(limit) }).check(...checks);

export const EntryStatus = z.enum(['open', 'closed']);
export type EntryStatus = z.infer<typeof EntryStatus>;

export const TimeEntriesQuery = z
  .strictObject({
    ...page,
    limit: z._default(limit, ENTRIES_PER_PAGE),
    userId: z.optional(Id),
    department: z.optional(text().check(z.minLength(1), z.maxLength(NAME_MAX))),
    status: z.optional(EntryStatus),
  })
  .check(...checks);
export type TimeEntriesQuery = z.infer<typeof TimeEntriesQuery>;

/** Entries: newest first. `calendar.days`: the requested range, or days around today. `next`: null on the last page. */
export const MyTimeEntriesView = z.strictObject({
  calendar: Calendar,
  employment: Employment,
  entries: z.array(TimeEntry),
  corrections: z.array(Correction),
  closed: ClosedPeriods,
  next: z.nullable(PagePosition),
});

/** A row of the list, also of people who were deactivated. */
export const ListedEntry = z.strictObject({
  entry: TimeEntry,
  employee: ListedEmployee,
  /** Workplace day of the clock-in. */
  day: DayText,
  /** True if the entry has the tag 'Late'. Only the first clock-in of a day can have the tag. */
  isLate: z.boolean(),
});
export type ListedEntry = z.infer<typeof ListedEntry>;

/** Rows: newest first. `tag` says by which rule entries are tagged 'Late'. */
export const TimeEntriesPage = z.strictObject({
  now: Instant,
  calendar: Calendar,
  rows: z.array(ListedEntry),
  /** Entries that were removed, or requested and not added yet. They add no hours, so they are not in `rows`. */
  others: z.array(z.strictObject({ entryId: Id, employee: ListedEmployee })),
  corrections: z.array(Correction),
  next: z.nullable(PagePosition),
  tag: z.string(),
});
export type TimeEntriesPage = z.infer<typeof TimeEntriesPage>;
