/** Team leads: their people, and the data that they see of these people. */
import * as z from 'zod/mini';
import { CorrectionDetail } from '../corrections/corrections.ts';
import { enteredDay } from '../days.ts';
import { MyPeriod, PeriodRange } from '../periods/periods.ts';
import { DayText, Id, Instant, RequestId, User } from '../records.ts';

export const LEAD_ASSIGNMENTS_MAX = 100;

/** `until` is the last day, or null if there is no end. */
const LeadAssignment = z.strictObject({
  scope: z.enum(['studio', 'hub', 'person']),
  id: Id,
  from: DayText,
  until: z.nullable(DayText),
});
const EnteredAssignment = z.extend(LeadAssignment, { from: enteredDay(), until: z.nullable(enteredDay()) });
export type LeadAssignment = z.infer<typeof LeadAssignment>;

export const LeadAssignments = z.array(LeadAssignment);

/** Replaces all assignments of a team lead. `before`: those that the form showed, to detect concurrent edits. */
export const LeadsUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  id: Id,
  before: LeadAssignments,
  leads: z.array(EnteredAssignment).check(
    z.maxLength(LEAD_ASSIGNMENTS_MAX),
    z.refine((all) => all.every(({ from, until }) => until === null || until >= from), {
      error: 'The last day is before the first',
    }),
  ),
});

const TeamPerson = z.extend(z.pick(User, { id: true, name: true, department: true, hub: true }), {
  status: z.enum(['clocked-in', 'on-break', 'clocked-out']),
  /** Start of the present work or break. */
  since: z.nullable(Instant),
  todayMinutes: z.int(),
  plannedMinutes: z.int(),
  isMissing: z.boolean(),
  /** Name of the kind of leave that the person has today; null without leave. */
  leave: z.nullable(z.string()),
});

/** Today's state of a team lead's people, sorted by name. Notes, addresses and places are left out. */
export const TeamView = z.strictObject({
  now: Instant,
  timeZone: z.string(),
  people: z.array(TeamPerson),
});

/** Details that a team lead needs to decide a request. */
export const TeamRequest = z.omit(CorrectionDetail, { entries: true, punches: true, isOnlyAdmin: true });

/** The latest pay period that is over, with the state of each person. Their hours are left out. */
export const TeamPeriods = z.strictObject({
  ...PeriodRange.shape,
  people: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      state: MyPeriod.shape.state,
      open: MyPeriod.shape.open,
      isReady: z.boolean(),
    }),
  ),
});
