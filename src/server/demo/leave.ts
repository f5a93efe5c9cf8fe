/** The demo's leads, and its leave of each kind and in each state. Made by the real commands. */
import type { LeadAssignment } from '#contract/people/employees';
import type { Leave } from '#domain/leave/leave';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { decide } from '../hours/corrections/commands.ts';
import { askLeave } from '../hours/leave/commands.ts';
import { saveLeads } from '../people/leads/commands.ts';
import { readStudios } from '../workplace/settings/queries.ts';
import { requireCorrection, type DemoContext } from './agreements.ts';
import { adminAgrees, type DemoDecision } from './correction-plan.ts';

interface PlannedLeave extends Pick<Leave, 'kind'> {
  /** Position of the employee in `people`. */
  readonly index: number;
  /** Days from today to the start of the leave; negative in the past. */
  readonly in: number;
  readonly days: number;
  readonly half?: Leave['half'];
  readonly reason?: string;
  readonly by?: 'admin';
  /** Later an admin asks the person to come back a day earlier. */
  readonly isShortened?: true;
  readonly steps?: readonly DemoDecision[];
}

/** Made before the punches, so that the demo plans no punches on these days. */
const TAKEN: readonly PlannedLeave[] = [
  { index: 2, kind: 'holiday', in: -10, days: 5, steps: [adminAgrees] },
  { index: 7, kind: 'sick', in: -1, days: 3 },
  { index: 8, kind: 'holiday', in: -2, days: 7, steps: [adminAgrees] },
  { index: 11, kind: 'training', in: -4, days: 3, steps: [adminAgrees] },
  { index: 13, kind: 'parental', in: -20, days: 40, steps: [adminAgrees] },
  { index: 16, kind: 'unpaid', in: -8, days: 3, steps: [adminAgrees] },
];

const REQUESTED_LEAVE: readonly PlannedLeave[] = [
  { index: 0, kind: 'holiday', in: 14, days: 5, reason: 'A week at the sea' },
  { index: 4, kind: 'training', in: 8, days: 4 },
  // Ill during an approved holiday.
  { index: 8, kind: 'sick', in: -1, days: 3 },
  { index: 1, kind: 'holiday', in: 5, days: 6, steps: [adminAgrees], isShortened: true },
  {
    index: 6,
    kind: 'holiday',
    in: 9,
    days: 7,
    steps: [{ action: 'decline', by: 'admin', reason: 'Two of the studio are on leave then' }],
  },
  { index: 3, kind: 'holiday', in: 30, days: 5, steps: [{ action: 'withdraw', by: 'employee' }] },
  { index: 10, kind: 'unpaid', in: 21, days: 5, by: 'admin', reason: 'As we said on the phone' },
  {
    index: 12,
    kind: 'training',
    in: 16,
    days: 4,
    by: 'admin',
    steps: [{ action: 'object', by: 'employee', reason: 'I cannot that week' }],
  },
];

/** Makes two people leads: one leads a studio, the other leads two people. */
export async function seedLeads({ database, calendar, now, admin }: DemoContext, people: readonly Person[]) {
  const [studio] = await readStudios(database.pool);
  const from = addDays(calendar.dayAt(now).day, -14);
  const leading = (scope: LeadAssignment['scope'], id: string | undefined): LeadAssignment[] =>
    id === undefined ? [] : [{ scope, id, from, until: null }];
  for (const [index, leads] of [
    [0, leading('studio', studio?.id)],
    [1, [3, 5].flatMap((one) => leading('person', people[one]?.id))],
  ] as const) {
    const lead = people[index];
    if (!lead) continue;
    const saved = await saveLeads(database, { at: now, actor: admin.id }, { id: lead.id, before: [], leads });
    if (!saved.ok) throw new Error(`The demo's lead was refused: ${saved.code}.`);
  }
}

type Person = { readonly id: string; readonly joinedAt: EpochMs };

export const seedTakenLeave = (demo: DemoContext, people: readonly Person[]): Promise<void> =>
  seedLeave(demo, people, TAKEN, ({ joinedAt }) => joinedAt + 2 * MS_PER_MINUTE);

export const seedAskedLeave = (demo: DemoContext, people: readonly Person[]): Promise<void> =>
  seedLeave(demo, people, REQUESTED_LEAVE, () => demo.now - 5 * MS_PER_HOUR);

async function seedLeave(
  { database, calendar, now, admin }: DemoContext,
  people: readonly Person[],
  planned: readonly PlannedLeave[],
  askedAt: (asker: Person) => EpochMs,
): Promise<void> {
  for (const one of planned) {
    const { index, kind, in: ahead, days, half = null, reason = '', by, steps = [] } = one;
    const asker = people[index];
    if (!asker) continue;
    const first = addDays(calendar.dayAt(now).day, ahead);
    const wanted = { kind, first, last: addDays(first, days - 1), half };
    let at = askedAt(asker);
    const senderOf = (side?: DemoDecision['by']) => ({ at, actor: side === 'admin' ? admin.id : asker.id });
    const request = { userId: asker.id, old: null, new: wanted, reason };
    const asked = await askLeave(database, senderOf(by), request);
    // Skips leave whose days are all holidays or days off.
    if (!asked.ok && asked.code === 'leave_nothing_expected') continue;
    let { id, version, leave } = requireCorrection(asked);
    for (const step of steps) {
      at = Math.min(at + MS_PER_HOUR, now - MS_PER_MINUTE);
      const decision = { id, version, action: step.action, reason: step.reason };
      ({ id, version, leave } = requireCorrection(await decide(database, senderOf(step.by), decision)));
    }
    if (!one.isShortened || !leave) continue;
    const shorter = { ...wanted, last: addDays(wanted.last, -1) };
    const change = { ...request, leaveId: leave.leaveId, old: wanted, new: shorter };
    requireCorrection(
      await askLeave(database, senderOf('admin'), { ...change, reason: 'We move the release' }),
    );
  }
}
