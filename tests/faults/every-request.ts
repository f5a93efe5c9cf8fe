/** One valid request for every route, each by a person with the right. */
import { routes, type RouteName } from '#contract/routes';
import { REQUEST_LIMIT_MS, type Route } from '#contract/route';
import { ApiClient, type RawAnswer } from '#tests/api/client';
import { PASSWORD, requestId, settingsInput } from '#tests/make';
import type { Member } from './crowd.ts';

export interface Asking {
  readonly name: RouteName;
  /** May take longer than a punch, since it hashes a password or sends a mail. */
  readonly isLong: boolean;
  send(): Promise<RawAnswer>;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
const somebody = (): string => `${requestId()}@example.com`;
const punch = () => ({ requestId: requestId() });

/** Valid inputs, so that each request reaches the database. Other routes need none. */
const INPUTS: Partial<Record<RouteName, () => unknown>> = {
  signIn: () => ({ email: somebody(), password: PASSWORD }),
  register: () => ({
    name: 'New Comer',
    email: somebody(),
    password: PASSWORD,
    employeeId: 'NXBI-00000',
    department: 'Business Studio',
    hub: 'Core operations hub',
    position: 'Lead',
  }),
  requestPasswordReset: () => ({ email: somebody() }),
  openPasswordReset: () => ({ token: 'none' }),
  completePasswordReset: () => ({ token: 'none', password: PASSWORD }),
  confirmIdentity: () => ({ currentPassword: PASSWORD }),
  updateProfile: () => ({ name: 'Somebody Else' }),
  clockIn: punch,
  startBreak: punch,
  endBreak: punch,
  clockOut: punch,
  markActivityRead: () => ({ upTo: '2026-11-20T09:00:00.000Z' }),
  myTimeEntries: () => ({ from: '2026-11-01', to: '2026-11-30' }),
  addEmployee: () => ({ name: 'Somebody', email: somebody() }),
  giveTemporaryPassword: () => ({ id: NOBODY }),
  giveResetLink: () => ({ id: NOBODY }),
  closeEntry: () => ({ entryId: NOBODY, day: '2026-11-19', time: '17:00', reason: 'Forgotten' }),
  updateSettings: () => settingsInput({ version: 1_000_000 }),
  employeeReport: () => ({ userId: NOBODY, startDate: '2026-11-01', endDate: '2026-11-30' }),
  teamReport: () => ({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  reportFile: () => ({ startDate: '2026-11-01', endDate: '2026-11-30', kind: 'csv' }),
};

/** Routes left out: they end sessions or never end themselves. */
const LEFT_OUT = new Set<RouteName>([
  'signOut',
  'changePassword',
  'chooseFirstPassword',
  'updateEmployee',
  'live',
]);

/** @param who the clients by role; public routes are called without a session */
export function everyRequest(
  url: string,
  who: { readonly admin: Member; readonly employee: Member },
): Asking[] {
  return (
    (Object.keys(routes) as RouteName[])
      // Nobody here is a kiosk: its routes would answer 401, and 404 at the version before.
      .filter((name) => !LEFT_OUT.has(name) && routes[name].access !== 'kiosk')
      .map((name) => {
        const { access, limitMs = REQUEST_LIMIT_MS }: Route = routes[name];
        const client =
          access === 'public'
            ? new ApiClient(url)
            : (access === 'admin' ? who.admin : who.employee).client.at(url);
        return {
          name,
          isLong: limitMs > REQUEST_LIMIT_MS,
          send: () => client.send(name, INPUTS[name]?.() ?? {}),
        };
      })
  );
}
