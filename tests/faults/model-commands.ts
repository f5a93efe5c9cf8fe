/** What people do: press buttons, register, sign in, change their name; and send a request again. */
import * as fc from 'fast-check';
import type { InputOf, RouteName } from '#contract/routes';
import { PASSWORD, requestId } from '#tests/make';
import {
  agree,
  command,
  likeThat,
  seenEntry,
  sending,
  sent,
  somebody,
  told,
  where,
  who,
  type Command,
  type Sending,
} from './model-command.ts';
import type { Action, Answered, Model, Person } from './model.ts';
import type { Workplace } from './model-workplace.ts';

export const ROUTES = {
  clock_in: 'clockIn',
  break_start: 'startBreak',
  break_end: 'endBreak',
  clock_out: 'clockOut',
} as const satisfies Record<Action, RouteName>;
export const ACTIONS = Object.keys(ROUTES) as Action[];

const details = fc.record({ notes: fc.constantFrom('', 'Early train'), isLocated: fc.boolean() });
const location = { latitude: 47.4, longitude: 8.5, timestamp: '2026-11-20T09:00:00.000Z' };

/** One of the buttons, or mostly one that can be pressed just then. */
const wish = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('what fits', 'what fits, and leave') },
  { weight: 2, arbitrary: fc.constantFrom(...ACTIONS) },
);
function actionOf(wished: string, { entries }: Person): Action {
  const open = entries.find(({ clockOut }) => clockOut === null);
  const fitting = open?.breaks.at(-1)?.[1] === null ? 'break_end' : open ? 'break_start' : 'clock_in';
  const isLeaving = fitting === 'break_start' && wished === 'what fits, and leave';
  return ACTIONS.find((action) => action === wished) ?? (isLeaving ? 'clock_out' : fitting);
}

const press: fc.Arbitrary<Command> = fc
  .record({ which: who, wished: wish, details, how: sending })
  .map(({ which, wished, details: { notes, isLocated }, how }) =>
    command(`${wished} of ${which} ${sent(how)}`, async (model, workplace) => {
      const person = somebody(model, which);
      const action = actionOf(wished, person);
      const id = requestId();
      const input =
        action === 'clock_in'
          ? { requestId: id, notes, ...(isLocated ? { location } : {}) }
          : { requestId: id };
      const request = { by: person, sending: how, route: ROUTES[action], input };
      const expected = model.punch(person, action, { notes, isLocated });
      await agree(model, workplace, request, expected, ({ entry }) => {
        // Which id an entry gets is the server's to say.
        if (typeof expected !== 'string' && action === 'clock_in') expected.id ||= entry.id;
        return seenEntry(entry);
      });
    }),
  );

/** Another body, or for a punch without one another punch, under the same id. */
const OTHER: Partial<Record<RouteName, object>> = {
  clockIn: { notes: 'Something else' },
  register: { name: 'Somebody Else' },
  updateEmployee: { name: 'Somebody Else' },
  updateSettings: { lateThresholdMinutes: 59 },
  closeEntry: { reason: 'Something else' },
};

const repeat: fc.Arbitrary<Command> = fc
  .record({ which: fc.nat(), isOther: fc.boolean(), how: sending })
  .map(({ which, isOther, how }) =>
    command(
      `answer ${which} again${isOther ? ', for something else,' : ''} ${sent(how)}`,
      async (model, workplace) => {
        const answered = model.answers[which % model.answers.length];
        if (answered) await sendAgain(model, workplace, answered, { isOther, how });
      },
      ({ answers }) => answers.length > 0,
    ),
  );

async function sendAgain(
  model: Model,
  workplace: Workplace,
  answered: Answered,
  { isOther, how }: { readonly isOther: boolean; readonly how: Sending },
): Promise<void> {
  const { by, output } = answered;
  const known = answered.route as RouteName;
  const body = isOther ? OTHER[known] : {};
  const route = body ? known : known === 'clockOut' ? 'startBreak' : 'clockOut';
  const input = { ...answered.input, ...body } as InputOf<RouteName>;
  const notSignedIn = route === 'clockIn' ? 'clock_in_without_user' : 'not_signed_in';
  // The settings are always answered as they are now.
  const seen = (said: unknown) => (route === 'updateSettings' ? null : said);
  const expected = by && !by.isSignedIn ? notSignedIn : isOther ? 'request_id_reused' : seen(output);
  await agree(model, workplace, { by, sending: how, route, input }, expected, seen);
}

const PEOPLE_AT_MOST = 4;

const register: fc.Arbitrary<Command> = fc
  .record({ isTaken: fc.boolean(), how: sending })
  .map(({ isTaken, how }) =>
    command(
      `somebody registers ${isTaken ? 'with an address that is taken ' : ''}${sent(how)}`,
      async (model, workplace) => {
        const issued = await workplace.ask(workplace.admin, how.where, 'issueEmployeeId', {});
        if ('code' in issued) throw new Error(`No employee id was issued: ${issued.code}`);
        const work = { department: 'Business Studio', hub: 'Core operations hub', position: 'Lead' };
        const email = isTaken ? somebody(model, 0).email : `${crypto.randomUUID()}@example.com`;
        const input = {
          requestId: requestId(),
          ...issued.output,
          name: 'Eve',
          email,
          password: PASSWORD,
          ...work,
        };
        const request = { by: null, sending: how, route: 'register', input } as const;
        const expected = { name: 'Eve', email, ...work, role: 'employee', isActive: true, version: 1 };
        await agree(
          model,
          workplace,
          request,
          isTaken ? 'registration_email_in_use' : expected,
          ({ user }) => {
            if (model.people.every(({ id }) => id !== user.id)) {
              model.register(user);
              workplace.meet(user);
            }
            return likeThat(expected, user);
          },
        );
      },
      ({ people }) => people.length < PEOPLE_AT_MOST,
    ),
  );

const signIn: fc.Arbitrary<Command> = fc
  .record({ which: who, isRight: fc.boolean(), place: where })
  .map(({ which, isRight, place }) =>
    command(
      `${which} signs in at ${place} with the ${isRight ? 'right' : 'wrong'} password`,
      async (model, workplace) => {
        const person = somebody(model, which);
        const input = { email: person.email, password: isRight ? PASSWORD : 'another one' };
        const once = { where: place, how: 'once' } as const;
        const request = { by: person, sending: once, route: 'signIn', input } as const;
        await agree(model, workplace, request, told(model.signIn(person, isRight)), ({ user }) =>
          told(user ?? ''),
        );
      },
    ),
  );

const rename: fc.Arbitrary<Command> = fc
  .record({ which: who, name: fc.constantFrom('Ada', 'Grace', 'Zoë'), how: sending })
  .map(({ which, name, how }) =>
    command(`${which} is now called ${name}, ${sent(how)}`, async (model, workplace) => {
      const person = somebody(model, which);
      const request = { by: person, sending: how, route: 'updateProfile', input: { name } } as const;
      await agree(model, workplace, request, told(model.rename(person, name)), ({ user }) => told(user));
    }),
  );

/** Those that hash a password are dear, and come seldom. */
export const PEOPLES_COMMANDS = [
  { weight: 20, arbitrary: press },
  { weight: 5, arbitrary: repeat },
  { weight: 1, arbitrary: register },
  { weight: 1, arbitrary: signIn },
  { weight: 2, arbitrary: rename },
];
