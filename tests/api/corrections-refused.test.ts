/** Corrections that are refused, each with its own message. */
import { describe, expect, it } from 'vitest';
import type { Correction, ChangeInput } from '#contract/corrections/corrections';
import { changeSettings, makeEmployee, requestId, startTestServer } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import { asking, changed, DAY, decided, deciding, missing, wall, worked } from './corrections-of.ts';

const server = setUpServer();
const grace = setUpAdmin(server, { name: 'Grace' });

describe('a refused request', () => {
  type Hours = Awaited<ReturnType<typeof worked>>['entries'];
  const cases: readonly (readonly [why: string, of: (entries: Hours) => ChangeInput[], refusal: object])[] = [
    [
      'that overlaps another entry, which is named',
      ([morning]) => [changed(morning, { clockOut: wall('13:30') })],
      {
        code: 'correction_overlap',
        message: 'These times overlap another entry, Nov 20, 2026 13:00 to 17:00.',
        fields: { 'changes.0': 'These times overlap another entry, Nov 20, 2026 13:00 to 17:00.' },
      },
    ],
    [
      'of which two rows overlap each other',
      () => [missing('05:00', '06:00'), missing('05:30', '06:30')],
      {
        code: 'correction_overlap',
        message: 'These times overlap another entry, Nov 20, 2026 05:30 to 06:30.',
      },
    ],
    ['of the future', () => [missing('17:30', '18:01')], { message: 'This time is in the future.' }],
    [
      'for more than 24 hours',
      ([morning, afternoon]) => [
        { ...changed(morning), new: null },
        changed(afternoon, { clockIn: wall('16:59', '2026-11-19') }),
      ],
      { message: 'An entry can last 24 hours at most.', fields: { 'changes.1': expect.any(String) } },
    ],
    [
      'of another day',
      () => [missing('08:00', '09:00', '2026-11-19')],
      { message: 'All changes in a request must be on its day.' },
    ],
    [
      'that ends before it begins',
      ([morning]) => [changed(morning, { clockOut: wall('07:00') })],
      { message: 'The end must be after the start.' },
    ],
    [
      'with a break outside, at that break',
      ([morning]) => [
        changed(morning, {
          breaks: [
            { start: wall('09:00'), end: wall('09:10') },
            { start: wall('11:50'), end: wall('12:10') },
          ],
        }),
      ],
      {
        message: 'A break must be within its entry.',
        fields: { 'changes.0.breaks.1': expect.any(String) },
      },
    ],
    [
      'with breaks that overlap',
      ([morning]) => [
        changed(morning, {
          breaks: [
            { start: wall('09:00'), end: wall('09:30') },
            { start: wall('09:15'), end: wall('09:45') },
          ],
        }),
      ],
      { message: 'These breaks overlap.' },
    ],
    [
      'that changes nothing',
      ([morning]) => [changed(morning)],
      { message: 'You have not changed anything.' },
    ],
    [
      'for what neither was nor is to be',
      () => [{ entryId: null, old: null, new: null }],
      { message: 'You have not changed anything.' },
    ],
    [
      'that names an entry twice',
      ([morning]) => [changed(morning, { clockOut: wall('11:00') }), { ...changed(morning), new: null }],
      { message: 'Each entry can be in a request only once.' },
    ],
    [
      'for an entry without an end',
      ([morning]) => [changed(morning, { clockOut: null })],
      { code: 'correction_open_end' },
    ],
    [
      'by what counted before, and does no longer',
      ([morning]) => {
        const change = changed(morning, { clockOut: wall('11:00') });
        return [{ ...change, old: change.old && { ...change.old, clockOut: '2026-11-20T11:30:00.000Z' } }];
      },
      { status: 409, message: 'These times changed in the meantime. Look at them again.' },
    ],
    [
      'for an entry to be added under an id of its own choice',
      ([morning]) => [{ ...missing('05:00', '06:00'), entryId: morning?.id.replace(/^./u, '7') ?? null }],
      { code: 'correction_changed_meanwhile' },
    ],
    [
      'of a year that no database knows',
      () => [missing('08:00', '09:00', '0000-01-01')],
      { code: 'invalid_input', message: 'This date is out of range' },
    ],
    [
      'of a year that no calendar reaches',
      () => [missing('08:00', '09:00', '9999-12-31')],
      { message: 'This date is out of range' },
    ],
  ];

  it('each invalid request gets its own message and creates no correction', async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00'], ['13:00', '17:00']);
    for (const [why, of, refusal] of cases)
      expect(await person.client.refusal('askCorrection', asking(of(entries))), why).toMatchObject(refusal);
    expect((await person.client.ask('clock', {})).corrections).toEqual([]);
  });

  it('a time that does not exist in the spring night is refused at its field', async () => {
    const spring = await startTestServer();
    await changeSettings(spring, { time_zone: 'Europe/Berlin' });
    const { client } = await makeEmployee(spring);
    const skipped = { ...asking([missing('01:00', '02:30', '2026-03-29')]), day: '2026-03-29' };
    expect(await client.refusal('askCorrection', skipped)).toMatchObject({
      status: 400,
      fields: { 'changes.0.new.clockOut': 'That time did not exist that night' },
    });
    await spring.stop();
  });

  it('a day earlier than the setting allows cannot be corrected', async () => {
    const { person } = await worked(server);
    const of = (day: string) => ({ ...asking([missing('08:00', '09:00', day)]), day });
    await person.client.ask('askCorrection', of('2026-09-19'));
    expect(await person.client.refusal('askCorrection', of('2026-09-18'))).toMatchObject({
      status: 409,
      message: 'Only the last 62 days can be corrected.',
    });
    // A request made in time can be sent back and declined later, however long it waits.
    const { corrections } = await person.client.ask('clock', {});
    const [{ id, version }] = corrections as [Correction];
    server.clock.set('2026-11-25T18:00:00.000Z');
    const suggested = (day: string) => ({
      requestId: requestId(),
      reason: 'I saw you leave',
      changes: [missing('08:00', '08:30', day)],
      id,
      version,
    });
    expect(await grace.client.refusal('sendBackCorrection', suggested('2026-09-18'))).toMatchObject({
      code: 'correction_other_day',
    });
    const sent = await grace.client.ask('sendBackCorrection', suggested('2026-09-19'));
    await server.test.owner.query('UPDATE account SET is_active = false WHERE id = $1', [person.user.id]);
    expect((await decided(grace, sent.correction, 'decline', 'You have left')).state).toBe('declined');
  });

  it('a request cannot end a running entry', async () => {
    const { person, entries } = await worked(server, ['13:00', null]);
    const ended = changed(entries[0], { clockOut: wall('17:00') });
    expect(await person.client.refusal('askCorrection', asking([ended]))).toMatchObject({
      message: 'This entry is still running. Clock out to end it.',
    });
  });

  it('a closed period refuses requests, corrections by admins and approvals', async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00']);
    const change = changed(entries[0], { clockOut: wall('11:00') });
    const { correction } = await person.client.ask('askCorrection', asking([change]));
    await server.test.owner.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       INSERT INTO period (user_id, first, last, start_at, end_at, closed_at, closed_by, frozen, frozen_hash, salt)
       VALUES ('${person.user.id}', '2026-11-01', '2026-11-30', '2026-11-01Z', '2026-12-01Z', now(), '${grace.user.id}', '{}', sha256(''),
         decode(repeat('ab', 16), 'hex')); COMMIT`,
    );
    const closed = {
      status: 409,
      code: 'period_closed',
      message: 'This period is closed. An administrator can reopen it.',
    };
    const refusals = [
      await person.client.refusal('askCorrection', asking([change])),
      await grace.client.refusal('askCorrection', asking([missing('13:00', '14:00')], person)),
      await grace.client.refusal('decideCorrections', deciding(correction, 'agree')),
    ];
    expect(refusals).toMatchObject([closed, closed, closed]);
    // A decline changes no times, so it is allowed.
    expect((await decided(grace, correction, 'decline', 'Too late')).state).toBe('declined');
  });
});

describe('a refused decision', () => {
  it('only the other side can decide, and only once; a decision on many reports each result', async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00'], ['13:00', '17:00']);
    const stranger = await makeEmployee(server);
    const ask = async (change: ChangeInput) =>
      (await person.client.ask('askCorrection', asking([change]))).correction;
    const one = await ask(changed(entries[0], { clockOut: wall('11:00') }));
    const notYours = { status: 403, message: 'Somebody else has to decide this.' };
    expect(await person.client.refusal('decideCorrections', deciding(one, 'agree'))).toMatchObject(notYours);
    expect(await stranger.client.refusal('decideCorrections', deciding(one, 'withdraw'))).toMatchObject({
      code: 'correction_not_found',
    });
    expect(
      await stranger.client.refusal('askCorrection', asking([missing('05:00', '06:00')], person)),
    ).toMatchObject({ code: 'employee_not_found' });
    expect(await grace.client.refusal('decideCorrections', deciding(one, 'decline'))).toMatchObject({
      message: 'Enter a reason.',
    });
    await decided(person, one, 'withdraw');
    const two = await ask({ ...changed(entries[1]), new: null });
    const many = {
      ...deciding(one, 'agree'),
      corrections: [one, two].map(({ id, version }) => ({ id, version })),
    };
    expect((await grace.client.ask('decideCorrections', many)).outcomes).toMatchObject([
      {
        id: one.id,
        problem: {
          code: 'correction_decided',
          message: 'Somebody already decided on this correction.',
        },
      },
      { id: two.id, correction: { state: 'agreed' } },
    ]);
  });

  it('a correction that changed since it was read cannot be approved', async () => {
    const { person, entries } = await worked(server, ['08:00', '12:00']);
    const change = changed(entries[0], { clockOut: wall('11:00') });
    const { correction } = await person.client.ask('askCorrection', asking([change]));
    const suggestion = { ...asking([changed(entries[0], { clockOut: wall('11:30') })]), ...correction };
    const { requestId, reason, changes } = suggestion;
    const { id, version } = correction;
    await grace.client.ask('sendBackCorrection', { requestId, reason, changes, id, version });
    expect(await person.client.refusal('decideCorrections', deciding(correction, 'agree'))).toMatchObject({
      status: 409,
      message: 'This correction changed in the meantime. Look at it again.',
    });
  });

  it('an admin cannot approve their own request, unless they are the only admin, which is marked', async () => {
    const { person: lin, entries } = await worked(server, ['08:00', '12:00']);
    await server.test.owner.query(`UPDATE account SET role = 'admin' WHERE id = $1`, [lin.user.id]);
    const own = asking([changed(entries[0], { clockOut: wall('12:30') })]);
    const { correction } = await lin.client.ask('askCorrection', own);
    expect(correction.state).toBe('asked');
    expect((await lin.client.refusal('decideCorrections', deciding(correction, 'agree'))).code).toBe(
      'correction_not_yours',
    );
    await server.test.owner.query(`UPDATE account SET role = 'employee' WHERE role = 'admin' AND id <> $1`, [
      lin.user.id,
    ]);
    const told = async () => [
      (await lin.client.ask('corrections', {})).isOnlyAdmin,
      (await lin.client.ask('correction', { id: correction.id })).isOnlyAdmin,
    ];
    try {
      expect(await told()).toEqual([true, true]);
      expect(await decided(lin, correction, 'agree')).toMatchObject({ state: 'agreed', selfDecided: true });
      const further = asking([missing('13:00', '14:00')]);
      expect((await lin.client.ask('askCorrection', further)).correction).toMatchObject({
        state: 'agreed',
        selfDecided: true,
        decidedBy: { id: lin.user.id },
        day: DAY,
      });
    } finally {
      await server.test.owner.query(`UPDATE account SET role = 'admin' WHERE id = $1`, [grace.user.id]);
    }
    expect(await told()).toEqual([false, false]);
  });
});
