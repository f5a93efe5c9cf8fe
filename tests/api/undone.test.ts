/** Undoing a decision about a request, and the closing of a period, within a minute. */
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import type { Correction, ChangeInput } from '#contract/corrections/corrections';
import { UNDO_REASON } from '#domain/period/pay-period';
import { makeAdmin, type Person } from '#tests/make';
import { decided, deciding } from './corrections-of.ts';
import {
  admin,
  close,
  faults,
  freshOctober,
  later,
  OCTOBER,
  reopen,
  seen,
  server,
  worked,
} from './october.ts';

freshOctober();

type Worker = Awaited<ReturnType<typeof worked>>;
const SECOND = 1000;
const wait = (ms: number): void => server.clock.set(server.clock.now() + ms);
const OVER = { status: 409, message: 'This can no longer be undone.' };

const MISSED = {
  day: '2026-10-05',
  reason: 'I forgot to clock in',
  changes: [
    {
      entryId: null,
      old: null,
      new: {
        clockIn: { day: '2026-10-05', time: '18:00' },
        clockOut: { day: '2026-10-05', time: '19:00' },
        breaks: [],
      },
    },
  ],
};
const ask = async ({ client }: Person, request: object = MISSED): Promise<Correction> =>
  (await client.ask('askCorrection', request as typeof MISSED)).correction;
const undo = (correction: Correction, by: Person = admin) => decided(by, correction, 'undo');
const notUndone = (correction: Correction, by: Person = admin) =>
  by.client.refusal('decideCorrections', deciding(correction, 'undo'));
const counted = async ({ client }: Person): Promise<(string | null)[]> =>
  (await client.ask('myTimeEntries', { from: '2026-10-05', to: '2026-10-05' })).entries.map(
    ({ clockOut }) => clockOut,
  );
const approved = async (ada: Worker, request?: object) => decided(admin, await ask(ada, request), 'agree');

describe('undoing a decision about a request', () => {
  it('the admin can undo an approval: the old times count again, and the request waits again', async () => {
    const ada = await worked();
    const agreed = await approved(ada, later(ada, '18:00'));
    expect(await counted(ada)).toEqual(['2026-10-05T18:00:00.000Z']);
    wait(60 * SECOND);
    const undone = await undo(agreed);
    expect(undone).toMatchObject({ state: 'asked', decidedBy: null, decidedAt: null, version: 3 });
    expect(await counted(ada)).toEqual(['2026-10-05T17:00:00.000Z']);
    const { rows } = await admin.client.ask('corrections', {});
    expect(rows.map(({ correction }) => correction.id)).toContain(agreed.id);
    expect(await faults()).toEqual([]);
    await decided(admin, undone, 'agree');
    expect(await counted(ada)).toEqual(['2026-10-05T18:00:00.000Z']);
    expect(await faults()).toEqual([]);
  });

  it('the admin can undo a decline, which also removes its reason', async () => {
    const ada = await worked();
    const told = async () => (await ada.client.ask('clock', {})).corrections;
    const declined = await decided(admin, await ask(ada), 'decline', 'You were not there');
    expect(await told()).toMatchObject([{ state: 'declined', decisionReason: 'You were not there' }]);
    const undone = await undo(declined);
    expect(await told()).toEqual([undone]);
    expect(undone).toMatchObject({ state: 'asked', decidedBy: null, decisionReason: null });
    expect(await faults()).toEqual([]);
    await decided(admin, undone, 'agree');
    expect(await told()).toMatchObject([{ state: 'agreed', decisionReason: null }]);
    expect(await faults()).toEqual([]);
  });

  it('undoing an added entry removes it, and other times can be suggested and approved later', async () => {
    const ada = await worked();
    const agreed = await approved(ada);
    expect(await counted(ada)).toHaveLength(2);
    const undone = await undo(agreed);
    expect(await counted(ada)).toHaveLength(1);
    expect(await faults()).toEqual([]);
    wait(SECOND);
    const { id, version } = undone;
    const changes: ChangeInput[] = MISSED.changes.map((change) => ({
      ...change,
      entryId: undone.items[0]?.entryId ?? null,
      new: { ...change.new, clockOut: { day: '2026-10-05', time: '18:30' } },
    }));
    const sent = await admin.client.ask('sendBackCorrection', {
      id,
      version,
      reason: 'By the door',
      changes,
    });
    await decided(ada, sent.correction, 'agree');
    expect(await counted(ada)).toContain('2026-10-05T18:30:00.000Z');
    expect(await faults()).toEqual([]);
  });

  it('undoing a removed entry restores all its columns', async () => {
    const ada = await worked();
    const row = async () =>
      (await server.test.owner.query('SELECT * FROM counted_entry WHERE id = $1', [ada.entry.id])).rows[0];
    const { updated_at: _, ...before } = await row();
    const { changes, ...request } = later(ada, '18:00');
    const agreed = await approved(ada, {
      ...request,
      changes: changes.map((one) => ({ ...one, new: null })),
    });
    expect(await counted(ada)).toEqual([]);
    await undo(agreed);
    expect(await row()).toMatchObject(before);
    expect(await faults()).toEqual([]);
  });

  it('is refused after a minute, a second time, and to everybody else', async () => {
    const ada = await worked();
    const other = await makeAdmin(server);
    const agreed = await approved(ada);
    expect(await notUndone(agreed, other)).toMatchObject(OVER);
    expect(await notUndone(agreed, ada)).toMatchObject({
      status: 403,
      message: 'Somebody else has to decide this.',
    });
    wait(60 * SECOND + 1);
    expect(await notUndone(agreed)).toMatchObject(OVER);
    const declined = await decided(admin, await ask(ada, later(ada, '18:00')), 'decline', 'No');
    await undo(declined);
    expect(await notUndone(declined)).toMatchObject({ status: 409 });
    expect(await faults()).toEqual([]);
  });

  it('is refused if the employee decided or other times were suggested', async () => {
    const ada = await worked();
    const changes: ChangeInput[] = later(ada, '18:30').changes;
    const sent = async () => {
      const { id, version } = await ask(ada, later(ada, '18:00'));
      const suggestion = { id, version, reason: 'By the door', changes };
      return (await admin.client.ask('sendBackCorrection', suggestion)).correction;
    };
    expect(await notUndone(await decided(admin, await sent(), 'decline', 'No answer'))).toMatchObject(OVER);
    expect(await notUndone(await decided(ada, await sent(), 'agree'))).toMatchObject(OVER);
  });

  it('is refused after another correction of the entry, or a confirmation or closing of its period', async () => {
    const ada = await worked();
    const agreed = await approved(ada, later(ada, '18:00'));
    const clockOut = '2026-10-05T18:00:00.000Z';
    const more = later({ entry: { ...ada.entry, clockOut } }, '19:00');
    const asked = await ask(ada, more);
    expect(await notUndone(agreed)).toMatchObject(OVER);
    await decided(ada, asked, 'withdraw');
    expect(await notUndone(agreed)).toMatchObject(OVER);

    const ben = await worked('Ben Thapa');
    const declined = await decided(admin, await ask(ben), 'decline', 'You were not there');
    await close([ben]);
    expect(await notUndone(declined)).toMatchObject(OVER);
    const eva = await worked('Eva Shah');
    const counting = await approved(eva);
    await eva.client.ask('confirmPeriod', { ...OCTOBER, version: 0 });
    expect(await notUndone(counting)).toMatchObject(OVER);
    expect(await faults()).toEqual([]);
  });

  it('two concurrent undos have one winner, and so do an undo and a new request', async () => {
    const ada = await worked();
    const agreed = await approved(ada, later(ada, '18:00'));
    const both = await Promise.allSettled([undo(agreed), undo(agreed)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await counted(ada)).toEqual(['2026-10-05T17:00:00.000Z']);
    const [again] = (await admin.client.ask('corrections', { userId: ada.user.id })).rows;
    if (!again) throw new Error('It is not to be reviewed.');
    const once = await decided(admin, again.correction, 'agree');
    const clockOut = '2026-10-05T18:00:00.000Z';
    const race = await Promise.allSettled([
      undo(once),
      ask(ada, later({ entry: { ...ada.entry, clockOut } }, '19:00')),
    ]);
    expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await faults()).toEqual([]);
  });

  it('a decision about many requests can be undone for all of them', async () => {
    const ada = await worked();
    const [one, two] = [await ask(ada), await ask(ada, later(ada, '17:30'))];
    const { outcomes } = await admin.client.ask('decideCorrections', {
      action: 'agree',
      corrections: [one, two].map(({ id, version }) => ({ id, version })),
    });
    const corrections = outcomes.flatMap(({ correction }) => correction ?? []);
    expect(corrections).toHaveLength(2);
    const undone = await admin.client.ask('decideCorrections', {
      action: 'undo',
      corrections: corrections.map(({ id, version }) => ({ id, version })),
    });
    expect(undone.outcomes).toMatchObject([
      { correction: { state: 'asked' } },
      { correction: { state: 'asked' } },
    ]);
    expect(await counted(ada)).toEqual(['2026-10-05T17:00:00.000Z']);
  });
});

describe('undoing the closing of a period', () => {
  let tests = 0;
  /** Two people who worked in October. Each test is an hour after the previous one. */
  const crew = async () => {
    const people = [await worked(), await worked('Ben Thapa')] as const;
    wait((tests += 1) * 3600 * SECOND);
    return people;
  };
  const undoClosing = (...people: readonly Person[]) =>
    admin.client.ask('reopenPeriods', {
      ...OCTOBER,
      userIds: people.map(({ user }) => user.id),
      reason: UNDO_REASON,
    });
  const path = (route: 'payrollFile' | 'payrollSignature', range: object = OCTOBER) =>
    `${routes[route].path}?${String(new URLSearchParams({ ...range, kind: 'json' }))}`;
  const refusal = ({ user: { id, name } }: Person) => ({
    reopened: 0,
    refused: [{ userId: id, name, message: 'This can no longer be undone. Reopen it with a reason.' }],
  });

  it('is possible within a minute, and later a reason is needed to reopen it', async () => {
    const [ada] = await crew();
    await close([ada]);
    wait(60 * SECOND);
    expect(await undoClosing(ada)).toEqual({ reopened: 1, refused: [] });
    await close([ada]);
    wait(60 * SECOND + 2);
    expect(await undoClosing(ada)).toEqual(refusal(ada));
    expect(await seen(ada)).toMatchObject({ state: 'closed' });
    expect(await reopen(ada)).toEqual({ reopened: 1, refused: [] });
  });

  it.each(['payrollFile', 'payrollSignature'] as const)(
    'is refused after anybody fetched the %s, and that fetch is on the ledger',
    async (route) => {
      const [ada, ben] = await crew();
      await close([ada]);
      const other = await makeAdmin(server);
      wait(SECOND);
      expect((await other.client.fetch(path(route))).status).toBe(200);
      wait(SECOND);
      expect(await undoClosing(ada)).toEqual(refusal(ada));
      const told = await server.test.owner.query<{ actor: string }>(
        `SELECT actor FROM ledger WHERE kind = 'payroll_file_fetched' AND at = $1`,
        [new Date(server.clock.now() - SECOND)],
      );
      expect(told.rows).toEqual([{ actor: other.user.id }]);
      // A period closed after the download is in no file yet.
      await close([ben]);
      expect(await undoClosing(ada, ben)).toEqual({ ...refusal(ada), reopened: 1 });
      expect(await faults()).toEqual([]);
    },
  );

  it('is possible after a refused request for a file', async () => {
    const [ada] = await crew();
    await close([ada]);
    const september = path('payrollFile', { first: '2026-09-01', last: '2026-09-30' });
    const refused = [
      await ada.client.fetch(path('payrollFile')),
      await admin.client.fetch(september),
      await admin.client.fetch(`${path('payrollFile')}&profile=${crypto.randomUUID()}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 409, 404]);
    expect(await undoClosing(ada)).toEqual({ reopened: 1, refused: [] });
  });

  it('a concurrent download has the period in its file, or the undo succeeds, never both', async () => {
    for (const one of await crew()) {
      await close([one]);
      const [file, undone] = await Promise.all([admin.client.fetch(path('payrollFile')), undoClosing(one)]);
      const isInFile = (await file.text()).includes(one.user.id);
      expect(isInFile).toBe(undone.reopened === 0);
    }
    expect(await faults()).toEqual([]);
  });
});
