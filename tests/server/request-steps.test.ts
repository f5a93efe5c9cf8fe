/** The moves of a request that the database allows, against those of the rules. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decideCorrection, decideInitialState, type CorrectionActor } from '#domain/correction/decision';
import { CORRECTION_ACTIONS, CORRECTION_STATES } from '#domain/correction/state';
import { makeAdmin, makeEmployee, requestId } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const server = setUpServer();
let employee: string;
let admin: string;

beforeAll(async () => {
  const { owner } = server.test;
  employee = (await makeEmployee(server)).user.id;
  admin = (await makeAdmin(server)).user.id;
  // Only the trigger of moves remains, so that each state can be written.
  const { rows } = await owner.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = 'correction'::regclass AND contype = 'c'`,
  );
  for (const { name } of rows) await owner.query(`ALTER TABLE correction DROP CONSTRAINT "${name}"`);
  await owner.query(
    'ALTER TABLE correction DISABLE TRIGGER USER; ALTER TABLE correction ENABLE TRIGGER correction_moves',
  );
});
afterAll(() => server.test.owner.query('DELETE FROM correction'));

it('the database allows the moves of the table of steps, and no others', async () => {
  const actor = (id: string, isAdmin: boolean, isOnlyAdmin = false): CorrectionActor => ({
    id,
    isAdmin,
    isOnlyAdmin,
  });
  const actors = [actor(employee, false), actor(admin, true), actor(employee, true, true)];
  const split = { replaced: [{}] };
  const byRules = new Set<string>();
  for (const state of CORRECTION_STATES)
    for (const leave of [null, split])
      for (const action of CORRECTION_ACTIONS)
        for (const one of actors) {
          const step = decideCorrection({ leave, state, userId: employee }, action, one);
          if (step.ok && step.state !== state) byRules.add(`${state} -> ${step.state}`);
        }
  // Each request is stored as asked first, and moves to its first state in the same transaction.
  for (const subject of ['times', 'new-leave', 'declared-leave', 'changed-leave'] as const)
    for (const takesDays of [false, true])
      for (const one of actors) {
        const begun = decideInitialState(employee, one, subject, takesDays);
        if (begun.ok && begun.state !== 'asked') byRules.add(`asked -> ${begun.state}`);
      }

  const { owner } = server.test;
  const byDatabase = new Set<string>();
  for (const from of CORRECTION_STATES) {
    const id = requestId();
    await owner.query(
      `INSERT INTO correction (id, user_id, day, asked_by, asked_at, reason, salt, updated_at, subject, state, decided_by, decided_at)
       VALUES ($1, $2, '2026-11-20', $2, now(), '', '\\x00', now(), 'leave', $3, $4, now())`,
      [id, employee, from, from === 'declared' ? employee : admin],
    );
    for (const to of CORRECTION_STATES.filter((state) => state !== from)) {
      await owner.query('BEGIN');
      const moved = await owner.query('UPDATE correction SET state = $2 WHERE id = $1', [id, to]).then(
        () => true,
        () => false,
      );
      await owner.query('ROLLBACK');
      if (moved) byDatabase.add(`${from} -> ${to}`);
    }
  }
  expect([...byDatabase].toSorted()).toEqual([...byRules].toSorted());
});
