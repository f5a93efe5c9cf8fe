/** Commands of people: punch, register, sign in, change their name, and repeat a request. */
import * as fc from 'fast-check';
import type { InputOf, RouteName } from '#contract/routes';
import { PASSWORD, requestId } from '#tests/make';
import {
  agree,
  command,
  kind,
  likeThat,
  seenEntry,
  sending,
  sent,
  somebody,
  told,
  where,
  who,
  type Sending,
} from './model-command.ts';
import { isRunning, type Action, type Person } from './model.ts';
import type { Answered, Workplace } from './model-workplace.ts';

export const ROUTES = {
  clock_in: 'clockIn',
  break_start: 'startBreak',
  break_end: 'endBreak',
  clock_out: 'clockOut',
} as const satisfies Record<Action, RouteName>;
export const ACTIONS = Object.keys(ROUTES) as Action[];

const details = fc.record({ notes: fc.constantFrom<string[]>('', 'Early train'), isLocated: fc.boolean() });
const location = { latitude: 47.4, longitude: 8.5, timestamp: '2026-11-20T09:00:00.000Z' };

/** A random button, mostly one that is enabled now. */
type Wish = Action | 'what fits' | 'what fits, and leave';
const wish = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Wish[]>('what fits', 'what fits, and leave') },
  { weight: 2, arbitrary: fc.constantFrom<Wish[]>(...ACTIONS) },
);
function actionOf(wished: Wish, { entries }: Person): Action {
  if (wished !== 'what fits' && wished !== 'what fits, and leave') return wished;
  const open = entries.find(isRunning);
  if (!open) return 'clock_in';
  if (open.breaks.at(-1)?.[1] === null) return 'break_end';
  return wished === 'what fits' ? 'break_start' : 'clock_out';
}

/** Presses a button. The model takes the id of a new entry from the server's answer. */
export const press = kind(
  20,
  fc.record({ which: who, wished: wish, details, how: sending }),
  ({ which, wished, details: { notes, isLocated }, how }) =>
    command(`${wished} of ${which} ${sent(how)}`, async (model, workplace) => {
      const by = somebody(model, which);
      const action = actionOf(wished, by);
      const id = { requestId: requestId() };
      const input = action === 'clock_in' ? { ...id, notes, ...(isLocated ? { location } : {}) } : id;
      const expected = model.punch(by, action, { notes, isLocated });
      await agree(workplace, {
        by,
        how,
        route: ROUTES[action],
        input,
        expected,
        seen: ({ entry, lateness }) => {
          if (typeof expected !== 'string') expected.entry.id ||= entry.id;
          return { entry: seenEntry(entry), lateness };
        },
      });
    }),
);

/** Another body, or another punch, under the same id. */
const OTHER: Partial<Record<RouteName, object>> = {
  clockIn: { notes: 'Something else' },
  register: { name: 'Somebody Else' },
  updateEmployee: { name: 'Somebody Else' },
  updateSettings: { lateThresholdMinutes: 59 },
  closeEntry: { reason: 'Something else' },
};

const repeat = kind(
  5,
  fc.record({ which: fc.nat(), isOther: fc.boolean(), how: sending }),
  ({ which, isOther, how }) =>
    command(
      `answer ${which} again${isOther ? ', for something else,' : ''} ${sent(how)}`,
      async (_model, workplace) => {
        const answered = workplace.answers[which % workplace.answers.length];
        if (answered) await sendAgain(workplace, answered, { isOther, how });
      },
    ),
);

async function sendAgain(
  workplace: Workplace,
  { by, route: former, input: before, output }: Answered,
  { isOther, how }: { readonly isOther: boolean; readonly how: Sending },
): Promise<void> {
  const body = isOther ? OTHER[former] : {};
  const route = body ? former : former === 'clockOut' ? 'startBreak' : 'clockOut';
  const input = { ...before, ...body } as InputOf<RouteName>;
  const notSignedIn = route === 'clockIn' ? 'clock_in_without_user' : 'not_signed_in';
  // Settings are always returned in their present state.
  const seen = (said: unknown) => (route === 'updateSettings' ? null : said);
  const expected = by && !by.isSignedIn ? notSignedIn : isOther ? 'request_id_reused' : seen(output);
  await agree(workplace, { by, how, route, input, expected, seen });
}

const PEOPLE_AT_MOST = 4;
const WORK = { department: 'Business Studio', hub: 'Core operations hub', position: 'Lead' };

const register = kind(1, fc.record({ isTaken: fc.boolean(), how: sending }), ({ isTaken, how }) =>
  command(
    `somebody registers ${isTaken ? 'with an address that is taken ' : ''}${sent(how)}`,
    async (model, workplace) => {
      const issued = await workplace.ask(workplace.admin, how.where, 'issueEmployeeId', {});
      if ('code' in issued) throw new Error(`No employee id was issued: ${issued.code}`);
      const email = isTaken ? somebody(model, 0).email : `${crypto.randomUUID()}@example.com`;
      const account = { name: 'Eve', email, ...WORK };
      const made = { ...account, role: 'employee', isActive: true, version: 1 };
      await agree(workplace, {
        by: null,
        how,
        route: 'register',
        input: { requestId: requestId(), ...issued.output, ...account, password: PASSWORD },
        expected: isTaken ? 'registration_email_in_use' : made,
        seen: ({ user }) => {
          if (model.people.every(({ id }) => id !== user.id)) {
            model.register(user);
            workplace.meet(user);
          }
          return likeThat(made, user);
        },
      });
    },
    ({ people }) => people.length < PEOPLE_AT_MOST,
  ),
);

const signIn = kind(
  1,
  fc.record({ which: who, isRight: fc.boolean(), place: where }),
  ({ which, isRight, place }) =>
    command(
      `${which} signs in at ${place} with the ${isRight ? 'right' : 'wrong'} password`,
      async (model, workplace) => {
        const by = somebody(model, which);
        await agree(workplace, {
          by,
          how: { where: place, fate: 'once' },
          route: 'signIn',
          input: { email: by.email, password: isRight ? PASSWORD : 'another one' },
          expected: told(model.signIn(by, isRight)),
          seen: ({ user }) => told(user ?? ''),
        });
      },
    ),
);

const rename = kind(
  2,
  fc.record({ which: who, name: fc.constantFrom('Ada', 'Grace', 'Zoë'), how: sending }),
  ({ which, name, how }) =>
    command(`${which} is now called ${name}, ${sent(how)}`, async (model, workplace) => {
      const by = somebody(model, which);
      await agree(workplace, {
        by,
        how,
        route: 'updateProfile',
        input: { name },
        expected: told(model.rename(by, name)),
        seen: ({ user }) => told(user),
      });
    }),
);

/** Commands that hash a password are slow, so they are drawn rarely. */
export const PEOPLES_COMMANDS = [press, repeat, register, signIn, rename];
