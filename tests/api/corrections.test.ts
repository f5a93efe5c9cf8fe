import { describe, expect, it } from 'vitest';
import type { Correction } from '#contract/corrections/corrections';
import { verifyIn } from '#server/record/verification/verify';
import { makeAdmin, makeEmployee, requestId, startTestServer } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import { asking, changed, DAY, decided, missing, wall, worked } from './corrections-of.ts';

const server = setUpServer();

describe('corrections', () => {
  it('a request counts once an admin approves it, and the ledger proves it', async () => {
    const { person, entry } = await worked(server, ['09:00', '17:00']);
    const admin = await makeAdmin(server);
    const { correction } = await person.client.ask(
      'askCorrection',
      asking([changed(entry, { clockOut: wall('17:30') })]),
    );
    expect(correction).toMatchObject({
      state: 'asked',
      items: [{ entryId: entry?.id, new: { clockOut: '2026-11-20T17:30:00.000Z' } }],
    });
    expect((await person.client.ask('clock', {})).entries[0]?.clockOut).toBe(entry?.clockOut);
    const { rows, waiting } = await admin.client.ask('corrections', {});
    expect([rows.map((row) => row.correction.id), waiting.admin]).toEqual([[correction.id], 1]);
    const detail = await admin.client.ask('correction', { id: correction.id });
    expect(detail.effect.days).toMatchObject([
      { day: '2026-11-20', before: { totalMinutes: 480 }, after: { totalMinutes: 510 } },
    ]);
    expect(await decided(admin, correction, 'agree')).toMatchObject({
      state: 'agreed',
      decidedBy: { id: admin.user.id },
    });
    const { entries, corrections } = await person.client.ask('clock', {});
    expect(entries[0]?.clockOut).toBe('2026-11-20T17:30:00.000Z');
    expect(corrections.map(({ id }) => id)).toEqual([correction.id]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it("an admin's correction counts at once; after an objection and a take-back the old times count again", async () => {
    const { person, entry } = await worked(server, ['09:00', '17:00']);
    const admin = await makeAdmin(server);
    const { correction } = await admin.client.ask(
      'askCorrection',
      asking([{ ...changed(entry), new: null }], person),
    );
    expect(correction.state).toBe('made');
    expect((await person.client.ask('clock', {})).entries).toEqual([]);
    const objected = await decided(person, correction, 'object', 'I was there');
    expect(objected).toMatchObject({ state: 'objected', objection: 'I was there' });
    const back = await decided(admin, objected, 'take-back');
    expect(back.state).toBe('taken-back');
    expect((await person.client.ask('clock', {})).entries.map(({ id }) => id)).toEqual([entry?.id]);
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('a correction kept over an objection shows the reply, and no longer waits for a review', async () => {
    const { person, entry } = await worked(server, ['09:00', '17:00']);
    const admin = await makeAdmin(server);
    const { correction } = await admin.client.ask(
      'askCorrection',
      asking([changed(entry, { clockOut: wall('16:00') })], person),
    );
    const objected = await decided(person, correction, 'object', 'I was there');
    const before = (await admin.client.ask('corrections', {})).waiting;
    await expect(decided(admin, objected, 'keep')).rejects.toThrow();
    const kept = await decided(admin, objected, 'keep', 'The door says 16:00');
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
    const agreed = await decided(person, kept, 'agree');
    expect(agreed).toMatchObject({ state: 'agreed', decidedBy: { id: person.user.id } });
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });

  it('a request that an admin changed and sent back counts once the employee approves it', async () => {
    const { person, entry } = await worked(server, ['09:00', '17:00']);
    const admin = await makeAdmin(server);
    const { correction } = await person.client.ask(
      'askCorrection',
      asking([changed(entry, { clockOut: wall('17:59') })]),
    );
    const sent = await admin.client.ask('sendBackCorrection', {
      requestId: requestId(),
      id: correction.id,
      version: correction.version,
      reason: 'I saw you leave',
      changes: [changed(entry, { clockOut: wall('17:15') })],
    });
    expect(sent.correction).toMatchObject({ state: 'sent-back', sentBackBy: { id: admin.user.id } });
    await decided(person, sent.correction, 'agree');
    expect((await person.client.ask('clock', {})).entries[0]?.clockOut).toBe('2026-11-20T17:15:00.000Z');
    expect((await verifyIn(server.test.owner)).faults).toEqual([]);
  });
});

describe('limits on requests', () => {
  it('an employee is refused after 20 open requests or 60 steps an hour, on every server; others are not', async () => {
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
