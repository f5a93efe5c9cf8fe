import { describe, expect, it } from 'vitest';
import type { Correction, GivenChange } from '#contract/corrections';
import type { TimeEntry } from '#contract/records';
import type { CorrectionAction } from '#domain/correction/decision';
import { verifyIn } from '#server/record/verification/verify';
import { makeAdmin, makeEmployee, requestId, startTestServer, type Person } from '../make.ts';
import { setUpServer } from '#tests/set-up';
import { asking, DAY, decided, missing } from './corrections-of.ts';

const server = setUpServer();

const timesOf = ({ clockIn, clockOut, break: breaks }: TimeEntry) => ({
  clockIn,
  clockOut,
  breaks: (breaks ?? []).map(({ start, end }) => ({ start, end: end ?? null })),
});
const wall = (instant: string) => ({ day: instant.slice(0, 10), time: instant.slice(11, 16) });

/** Somebody who worked today from nine for so many minutes. */
async function worked(minutes = 480): Promise<{ person: Person; entry: TimeEntry }> {
  server.clock.set('2026-11-20T09:00:00.000Z');
  const person = await makeEmployee(server);
  await person.client.ask('clockIn', { requestId: requestId() });
  server.clock.advanceMinutes(minutes);
  const { entry } = await person.client.ask('clockOut', { requestId: requestId() });
  server.clock.advanceMinutes(60);
  return { person, entry };
}

const leftAt = (entry: TimeEntry, time: string): GivenChange => ({
  entryId: entry.id,
  old: timesOf(entry),
  new: { clockIn: wall(entry.clockIn), clockOut: { day: '2026-11-20', time }, breaks: [] },
});

const ask = (
  person: Person,
  changes: GivenChange[],
  of: { userId?: string } = {},
): Promise<{ correction: Correction }> =>
  person.client.ask('askCorrection', {
    requestId: requestId(),
    ...of,
    day: '2026-11-20',
    reason: 'I left later',
    changes,
  });

const decide = (who: Person, { id, version }: Correction, action: CorrectionAction, reason?: string) =>
  who.client.ask('decideCorrections', {
    requestId: requestId(),
    action,
    corrections: [{ id, version }],
    ...(reason ? { reason } : {}),
  });

describe('a correction', () => {
  it('counts once an admin has agreed to what the employee asked for, and the record proves it', async () => {
    const { person, entry } = await worked();
    const admin = await makeAdmin(server);
    const { correction } = await ask(person, [leftAt(entry, '17:30')]);
    expect(correction).toMatchObject({
      state: 'asked',
      items: [{ entryId: entry.id, new: { clockOut: '2026-11-20T17:30:00.000Z' } }],
    });
    expect((await person.client.ask('clock', {})).entries[0]?.clockOut).toBe(entry.clockOut);
    const { rows, waiting } = await admin.client.ask('corrections', {});
    expect([rows.map((row) => row.correction.id), waiting.admin]).toEqual([[correction.id], 1]);
    const detail = await admin.client.ask('correction', { id: correction.id });
    expect(detail.effect.days).toMatchObject([
      { day: '2026-11-20', before: { totalMinutes: 480 }, after: { totalMinutes: 510 } },
    ]);
    const { outcomes } = await decide(admin, correction, 'agree');
    expect(outcomes[0]?.correction).toMatchObject({ state: 'agreed', decidedBy: { id: admin.user.id } });
    const { entries, corrections } = await person.client.ask('clock', {});
    expect(entries[0]?.clockOut).toBe('2026-11-20T17:30:00.000Z');
    expect(corrections.map(({ id }) => id)).toEqual([correction.id]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('of an admin counts at once; an objection stands until it is taken back, and then what was before counts again', async () => {
    const { person, entry } = await worked();
    const admin = await makeAdmin(server);
    const { correction } = await ask(admin, [{ ...leftAt(entry, '16:00'), new: null }], {
      userId: person.user.id,
    });
    expect(correction.state).toBe('made');
    expect((await person.client.ask('clock', {})).entries).toEqual([]);
    const objected = (await decide(person, correction, 'object', 'I was there')).outcomes[0]?.correction;
    expect(objected).toMatchObject({ state: 'objected', objection: 'I was there' });
    const back = (await decide(admin, objected ?? correction, 'take-back')).outcomes[0]?.correction;
    expect(back?.state).toBe('taken-back');
    expect((await person.client.ask('clock', {})).entries.map(({ id }) => id)).toEqual([entry.id]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('that is kept over an objection has a reply its employee reads, leaves the list to be reviewed, and goes on as dissent', async () => {
    const { person, entry } = await worked();
    const admin = await makeAdmin(server);
    const { correction } = await ask(admin, [leftAt(entry, '16:00')], { userId: person.user.id });
    const objected = (await decide(person, correction, 'object', 'I was there')).outcomes[0]?.correction;
    const before = (await admin.client.ask('corrections', {})).waiting;
    await expect(decide(admin, objected ?? correction, 'keep')).rejects.toThrow();
    const answer = await decide(admin, objected ?? correction, 'keep', 'The door says 16:00');
    const kept = answer.outcomes[0]?.correction;
    expect(kept).toMatchObject({
      state: 'objected',
      objection: 'I was there',
      decisionReason: 'The door says 16:00',
      decidedBy: { id: admin.user.id },
    });
    const { rows, waiting } = await admin.client.ask('corrections', {});
    expect(rows.map((row) => row.correction.id)).not.toContain(correction.id);
    expect(waiting).toEqual({ ...before, admin: before.admin - 1, objections: before.objections - 1 });
    expect((await person.client.ask('clock', {})).corrections).toEqual([kept]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
    await server.test.owner.query(`UPDATE correction SET decision_reason = 'Other' WHERE id = $1`, [
      correction.id,
    ]);
    expect((await verifyIn(server.test.owner)).faults).not.toEqual([]);
    await server.test.owner.query(`UPDATE correction SET decision_reason = $2 WHERE id = $1`, [
      correction.id,
      'The door says 16:00',
    ]);
    const agreed = (await decide(person, kept ?? correction, 'agree')).outcomes[0]?.correction;
    expect(agreed).toMatchObject({ state: 'agreed', decidedBy: { id: person.user.id } });
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('is changed and sent back by an admin, and counts once the employee has agreed', async () => {
    const { person, entry } = await worked();
    const admin = await makeAdmin(server);
    const { correction } = await ask(person, [leftAt(entry, '17:59')]);
    const sent = await admin.client.ask('sendBackCorrection', {
      requestId: requestId(),
      id: correction.id,
      version: correction.version,
      reason: 'I saw you leave',
      changes: [leftAt(entry, '17:15')],
    });
    expect(sent.correction).toMatchObject({ state: 'sent-back', sentBackBy: { id: admin.user.id } });
    await decide(person, sent.correction, 'agree');
    expect((await person.client.ask('clock', {})).entries[0]?.clockOut).toBe('2026-11-20T17:15:00.000Z');
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });
});

describe("a request of one's own", () => {
  it('is refused beyond 20 open ones and 60 steps an hour, on every server, and a colleague notices nothing', async () => {
    const second = await startTestServer({ on: server.test, clock: server.clock });
    server.clock.set(`${DAY}T18:00:00.000Z`);
    const person = await makeEmployee(server);
    const request = () => asking([missing('05:00', '06:00')]);
    const open: Correction[] = [];
    for (let n = 0; n < 20; n += 1)
      open.push((await person.client.ask('askCorrection', request())).correction);
    expect(await person.client.refusal('askCorrection', request())).toMatchObject({
      status: 429,
      code: 'requests_too_many',
    });
    for (const one of open) await decided(person, one, 'withdraw');
    for (let n = 0; n < 10; n += 1)
      await decided(person, (await person.client.ask('askCorrection', request())).correction, 'withdraw');
    const tooMany = {
      status: 429,
      message: 'Too many changes within an hour. You can make more from 19:00.',
    };
    expect(await person.client.refusal('askCorrection', request())).toMatchObject(tooMany);
    expect(await person.client.at(second.url).refusal('askCorrection', request())).toMatchObject(tooMany);
    expect((await person.client.ask('clock', {})).corrections.length).toBeLessThanOrEqual(20);
    const other = await makeEmployee(server);
    await other.client.ask('askCorrection', request());
    server.clock.set(`${DAY}T19:00:01.000Z`);
    await person.client.ask('askCorrection', request());
    await second.stop();
  });
});
