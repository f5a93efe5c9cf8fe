import * as z from 'zod/mini';
import { EARLIEST_REPORT_DAY, LATEST_REPORT_DAY, REPORT_DAYS_AT_MOST } from '#domain/report/report';
import { addDays, isDay } from '#domain/time/workplace-day';
import { NAME_MAX, text } from './fields.ts';
import { ClosedPeriods, Correction, ListedCorrection } from './corrections.ts';
import { Calendar, DayText, Employment, Id, Instant, PagePosition, TimeEntry } from './records.ts';

export const ENTRIES_PER_PAGE = 50;
/** Upper bound of `limit`. Only the file export of all entries requests such large pages. */
export const PAGE_SIZE_MAX = 200;
const limit = z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_SIZE_MAX));

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export const datesInOrder = z.refine<Range>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  {
    error: 'Start date must be before or equal to end date',
    path: ['to'],
  },
);
const rangeNotTooLong = z.refine<Range>(
  ({ from, to }) =>
    from === undefined || to === undefined || !isDay(from) || to < addDays(from, REPORT_DAYS_AT_MOST),
  { error: `At most ${REPORT_DAYS_AT_MOST} days can be shown at once`, path: ['to'] },
);
const day = DayText.check(
  z.refine((sent) => sent >= EARLIEST_REPORT_DAY && sent <= LATEST_REPORT_DAY, 'This date is out of range'),
);

/** Workplace days, inclusive. `before`: the `next` of the previous page. */
const page = { from: z.optional(day), to: z.optional(day), before: z.optional(PagePosition) };

/** Without `limit`, the whole range is one page. */
export const MyTimeEntriesQuery = z
  .strictObject({ ...page, limit: z.optional(limit) })
  .check(datesInOrder, rangeNotTooLong);

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
  .check(datesInOrder);
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
  employee: ListedCorrection.shape.employee,
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
  others: z.array(z.strictObject({ entryId: Id, employee: ListedEntry.shape.employee })),
  corrections: z.array(Correction),
  next: z.nullable(PagePosition),
  tag: z.string(),
});
export type TimeEntriesPage = z.infer<typeof TimeEntriesPage>;
