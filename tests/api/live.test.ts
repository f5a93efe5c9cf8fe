/**
 * The live stream. On a cluster of its own, since an open transaction in any database of a cluster holds the
 * feed up.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { setActive } from '#server/people/employees/commands';
import { appendToLedger } from '#server/ledger/commands';
import { connect } from '#server/platform/database/connection';
import { STREAM_LIMITS } from '#server/live/hub';
import { makeEmployee, requestId, startTestServer, type Person } from '#tests/make';
import { setUpAdmin, setUpCluster, setUpServerIn } from '#tests/set-up';
import type { LiveReader } from './client.ts';

const server = setUpServerIn(setUpCluster(), { streamLimits: { ...STREAM_LIMITS, perAccount: 3 } });
const admin = setUpAdmin(server);
let ada: Person;
beforeEach(async () => {
  ada = await makeEmployee(server);
});

/** Changes without the registration, which may still arrive on a new stream. */
const punches = ({ changes }: LiveReader): LiveReader['changes'] =>
  changes.filter(({ kind }) => kind !== 'employee_registered');

const clockInOut = async (person: Person): Promise<void> => {
  await person.client.ask('clockIn', { requestId: requestId() });
  await person.client.ask('clockOut', { requestId: requestId() });
};

describe('the live stream', () => {
  it('sends a punch to the employee and the admins, and its notification only to the admins', async () => {
    const [own, board] = await Promise.all([ada.client.live(), admin.client.live()]);
    await Promise.all([own.hello(), board.hello()]);
    const { entry } = await ada.client.ask('clockIn', { requestId: requestId(), notes: 'hello' });
    await own.until((stream) => punches(stream).length === 1);
    await board.until((stream) => punches(stream).some(({ userId }) => userId === ada.user.id));
    expect(punches(own)[0]).toMatchObject({ kind: 'clock_in', userId: ada.user.id, entry });
    expect(punches(own)[0]?.notification).toBeUndefined();
    const seen = punches(board).find(({ userId }) => userId === ada.user.id);
    expect(seen).toMatchObject({
      kind: 'clock_in',
      entry,
      notification: { type: 'clock_in', metadata: { notes: 'hello' } },
    });
    own.close();
    board.close();
  });

  it('sends an employee nothing about other people', async () => {
    const other = await makeEmployee(server);
    const reader = await ada.client.live();
    await reader.hello();
    await clockInOut(other);
    await clockInOut(ada);
    await reader.until((stream) => punches(stream).length === 2);
    expect(new Set(reader.changes.map(({ userId }) => userId))).toEqual(new Set([ada.user.id]));
    reader.close();
  });

  it('resumes at its cursor without gaps or repetitions', async () => {
    const { cursor: opened } = await ada.client.ask('clock', {});
    const first = await ada.client.live();
    await first.hello();
    await ada.client.ask('clockIn', { requestId: requestId() });
    await first.until((stream) => punches(stream).length === 1);
    first.close();
    await ada.client.ask('startBreak', { requestId: requestId() });
    await ada.client.ask('endBreak', { requestId: requestId() });
    const second = await ada.client.live({ after: opened, lastEventId: first.lastEventId });
    await second.until((stream) => punches(stream).length === 2);
    expect(second.events[0]).toMatchObject({ type: 'hello', cursor: first.lastEventId });
    await ada.client.ask('clockOut', { requestId: requestId() });
    await second.until((stream) => punches(stream).length === 3);
    expect(punches(second).map(({ kind }) => kind)).toEqual(['break_start', 'break_end', 'clock_out']);
    second.close();
  });

  it('sends what a snapshot does not contain, while new punches arrive', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => makeEmployee(server)));
    const { cursor } = await admin.client.ask('monitoring', {});
    const punching = Promise.all(
      people.map(async (person) => {
        for (let round = 0; round < 6; round += 1) await clockInOut(person);
      }),
    );
    const readers = [];
    for (let index = 0; index < 3; index += 1) {
      readers.push(await admin.client.live({ after: cursor }));
      await clockInOut(ada);
    }
    await punching;
    for (const reader of readers) {
      await reader.until((stream) => punches(stream).length >= 66);
      const cursors = punches(reader).map((change) => change.cursor);
      expect(cursors.length).toBe(66);
      expect(new Set(cursors).size).toBe(66);
      reader.close();
    }
  });

  it('starts at the present if the cursor is in the future, as after a restore', async () => {
    const beyond = '9999999999999999-0-4000.0123456789abcdef-7.0123456789abcdef';
    const reader = await ada.client.live({ lastEventId: beyond });
    await reader.hello();
    expect(reader.lastEventId).not.toBe(beyond);
    await clockInOut(ada);
    await reader.until((stream) => punches(stream).length === 2);
    reader.close();
  });

  it('an account has a limited number of streams in all its browsers, and a new one ends the oldest', async () => {
    const browsers = [ada.client, server.client()];
    await browsers[1]?.ask('signIn', { email: ada.email, password: ada.password });
    const readers: LiveReader[] = [];
    for (const index of [0, 1, 0, 1]) {
      const reader = await browsers[index]?.live();
      if (!reader) throw new Error('There is no such browser.');
      await reader.hello();
      readers.push(reader);
    }
    await readers[0]?.until(({ ended }) => ended);
    await clockInOut(ada);
    for (const reader of readers.slice(1)) await reader.until((stream) => punches(stream).length === 2);
    for (const reader of readers) reader.close();
  });

  it('an account with many streams blocks nobody else, and some streams are reserved for admins', async () => {
    const small = await startTestServer({
      on: server.test,
      streamLimits: { ...STREAM_LIMITS, inTotal: 3, forAdmins: 1 },
    });
    const own = ada.client.at(small.url);
    const readers = [await own.live(), await own.live(), await own.live()];
    await readers[0]?.until(({ ended }) => ended);
    const other = (await makeEmployee(server)).client.at(small.url);
    readers.push(await other.live());
    await readers[1]?.until(({ ended }) => ended);
    const third = (await makeEmployee(server)).client.at(small.url);
    expect(await third.refusal('live', {})).toMatchObject({ status: 429, code: 'too_many_streams' });
    const board = await admin.client.at(small.url).live();
    await board.hello();
    for (const reader of [...readers, board]) reader.close();
    await small.stop();
  });

  it('sends a change that another server on the same database made', async () => {
    const second = await startTestServer({ on: server.test });
    const reader = await ada.client.at(second.url).live();
    await reader.hello();
    await clockInOut(ada);
    await reader.until((stream) => punches(stream).length === 2);
    expect(punches(reader).map(({ kind }) => kind)).toEqual(['clock_in', 'clock_out']);
    reader.close();
    await second.stop();
  });

  it('ends when the server stops', async () => {
    const second = await startTestServer({ on: server.test });
    const reader = await ada.client.at(second.url).live();
    await reader.hello();
    await second.stop();
    await reader.until(({ ended }) => ended);
    expect(reader.ended).toBe(true);
  });
});

describe('a stream whose session ends', () => {
  it.each([
    [
      'is deactivated',
      () =>
        setActive(server.test.database, server.clock.now(), admin.user.id, ada.user.id, false).then(
          () => undefined,
        ),
    ],
    [
      'signs out in this browser',
      () =>
        ada.client
          .at(server.url)
          .ask('signOut', {})
          .then(() => undefined),
    ],
    [
      'gets another role',
      () =>
        server.test.owner
          .query(`UPDATE account SET role = 'admin' WHERE id = $1`, [ada.user.id])
          .then(() => undefined),
    ],
    [
      'has a session that expires',
      () =>
        server.test.owner
          .query('UPDATE session SET expires_at = created_at WHERE user_id = $1', [ada.user.id])
          .then(() => undefined),
    ],
  ])('ends within 1.5 seconds when its person %s', async (_, happens) => {
    const reader = await ada.client.live();
    await reader.hello();
    await happens();
    await reader.until(({ ended }) => ended, 1_500);
    expect(reader.events.at(-1)).toEqual({ type: 'signed-out' });
  });
});

describe('transactions that commit out of order', () => {
  it('reach readers in the order of their transactions, with none left out', async () => {
    const other = await makeEmployee(server);
    const reader = await admin.client.live();
    await reader.hello();
    const slow = await connect(server.test.target);
    await slow.query('BEGIN');
    await slow.query('SELECT pg_current_xact_id()');
    await ada.client.ask('clockIn', { requestId: requestId() });
    await appendToLedger(slow, {
      chain: other.user.id,
      at: server.clock.now(),
      actor: null,
      kind: 'employee_updated',
      data: { changes: {} },
    });
    // A second stream that opens now must not skip the open transaction either.
    const late = await admin.client.live({ after: (await admin.client.ask('monitoring', {})).cursor });
    await late.hello();
    await reader.until(({ events }) => events.some(({ type }) => type === 'behind'), 6_000);
    expect(punches(reader).filter(({ userId }) => userId === ada.user.id)).toEqual([]);
    await slow.query('COMMIT');
    await slow.end();
    for (const one of [reader, late]) {
      await one.until((stream) =>
        [ada, other].every(({ user }) => punches(stream).some(({ userId }) => userId === user.id)),
      );
      const [first, second] = punches(one).filter(
        ({ userId }) => userId === ada.user.id || userId === other.user.id,
      );
      expect([first?.userId, second?.userId]).toEqual([other.user.id, ada.user.id]);
      await one.until(({ events }) => events.some(({ type }) => type === 'caught-up') || one === late);
      one.close();
    }
  });
});
