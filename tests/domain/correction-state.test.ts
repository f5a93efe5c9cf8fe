import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideInitialState,
  leaveSubjectOf,
  decideCorrection,
  offeredActions,
  sideOf,
  type CorrectionActor,
} from '#domain/correction/decision';
import {
  CORRECTION_ACTIONS,
  ruleOf,
  CORRECTION_STATES,
  isCounting,
  waitingSide,
  stateWords,
  type CorrectionAction,
  type CorrectionState,
} from '#domain/correction/state';
import { DEFAULT_LEAVE_KINDS } from '#domain/leave/leave';

const person = (id: string, isAdmin = false, isOnlyAdmin = false): CorrectionActor => ({
  id,
  isAdmin,
  isOnlyAdmin,
});
const ada = person('ada');
const ben = person('ben');
const grace = person('grace', true);
const ian = person('ian', true);

describe('corrections', () => {
  it.each([
    ['by an employee of their own hours', ada, 'ada', { ok: true, state: 'asked', selfDecided: false }],
    ["by an admin of an employee's hours", grace, 'ada', { ok: true, state: 'made', selfDecided: false }],
    ['by an admin of their own hours', grace, 'grace', { ok: true, state: 'asked', selfDecided: false }],
    [
      'by the only admin of their own hours',
      person('grace', true, true),
      'grace',
      { ok: true, state: 'agreed', selfDecided: true },
    ],
    ["by an employee of a colleague's hours", ben, 'ada', { ok: false, code: 'employee_not_found' }],
  ] as const)('a correction %s gets its first state or is refused', (_what, asker, userId, expected) => {
    expect(decideInitialState(userId, asker)).toEqual(expected);
  });

  // Columns: state, actions of Ada (whose hours they are), actions of an admin.
  it.each([
    ['asked', ['withdraw'], ['agree', 'send-back', 'decline']],
    ['sent-back', ['agree', 'withdraw'], ['decline']],
    ['made', ['agree', 'object'], []],
    ['objected', ['agree'], ['keep', 'take-back']],
    ['agreed', [], []],
    ['declined', [], []],
    ['withdrawn', [], []],
    ['taken-back', [], []],
  ] as const)('a correction in state %s offers the employee %j and an admin %j', (state, employee, admin) => {
    const standing = { state, userId: 'ada' };
    expect(offeredActions(standing, ada)).toEqual(employee);
    expect(offeredActions(standing, grace)).toEqual(admin);
    expect(offeredActions(standing, ben)).toEqual([]);
    const waits = waitingSide(state);
    expect(waits === null).toBe(employee.length + admin.length === 0);
    if (waits !== null) expect(offeredActions(standing, waits === 'employee' ? ada : grace)).not.toEqual([]);
  });

  it.each([
    ['asked', 'agree', 'agreed'],
    ['asked', 'send-back', 'sent-back'],
    ['asked', 'decline', 'declined'],
    ['asked', 'withdraw', 'withdrawn'],
    ['sent-back', 'agree', 'agreed'],
    ['sent-back', 'withdraw', 'withdrawn'],
    ['sent-back', 'decline', 'declined'],
    ['made', 'agree', 'agreed'],
    ['made', 'object', 'objected'],
    ['objected', 'agree', 'agreed'],
    ['objected', 'keep', 'objected'],
    ['objected', 'take-back', 'taken-back'],
  ] as const)('from state %s, the action "%s" leads to %s', (state, action, expected) => {
    const found = [ada, grace].map((actor) => decideCorrection({ state, userId: 'ada' }, action, actor));
    expect(found).toContainEqual({ ok: true, state: expected, selfDecided: false });
  });

  it.each([
    [null, 'holiday', 'asked', 'made'],
    [null, 'sick', 'declared', 'made'],
    ['holiday', 'holiday', 'asked', 'proposed'],
    ['holiday', 'unpaid', 'asked', 'proposed'],
    ['holiday', 'sick', 'asked', 'proposed'],
    ['holiday', null, 'asked', 'proposed'],
    ['sick', 'sick', 'declared', 'proposed'],
    ['sick', 'holiday', 'asked', 'proposed'],
    ['sick', null, 'asked', 'proposed'],
    ['gone', 'sick', 'asked', 'proposed'],
  ] as const)(
    'leave from %s to %s is %s by the employee, and %s by an admin',
    (before, after, own, other) => {
      const change = { old: before && { kind: before }, new: after && { kind: after } };
      const states = [ada, grace].map((actor) =>
        decideInitialState('ada', actor, leaveSubjectOf(change, actor === ada, DEFAULT_LEAVE_KINDS)),
      );
      expect(states).toMatchObject([{ state: own }, { state: other }]);
    },
  );

  it('only the first decision counts, and people without a part in it cannot decide', () => {
    const agreed = { state: 'agreed', userId: 'ada' } as const;
    expect(decideCorrection(agreed, 'agree', ian)).toEqual({ ok: false, code: 'correction_decided' });
    expect(decideCorrection(agreed, 'withdraw', ada)).toEqual({ ok: false, code: 'correction_decided' });
    expect(decideCorrection(agreed, 'agree', ben)).toEqual({ ok: false, code: 'correction_not_found' });
    const asked = { state: 'asked', userId: 'ada' } as const;
    expect(decideCorrection(asked, 'withdraw', grace)).toEqual({ ok: false, code: 'correction_not_yours' });
    expect(decideCorrection(asked, 'decline', ada)).toEqual({ ok: false, code: 'correction_not_yours' });
  });

  it("an admin's own request waits for another admin unless they become the only one", () => {
    const own = { state: 'asked', userId: 'grace' } as const;
    expect(offeredActions(own, grace)).toEqual(['withdraw']);
    expect(offeredActions(own, ian)).toEqual(['agree', 'send-back', 'decline']);
    const left = person('grace', true, true);
    expect(decideCorrection(own, 'agree', left)).toEqual({ ok: true, state: 'agreed', selfDecided: true });
    expect(decideCorrection(own, 'decline', left)).toEqual({ ok: false, code: 'correction_not_yours' });
  });

  it("a request counts once approved; an admin's correction counts at once, even after an objection", () => {
    expect(CORRECTION_STATES.filter(isCounting)).toEqual([
      'agreed',
      'made',
      'objected',
      'declared',
      'declared-over',
    ]);
  });

  it('declining, objecting and keeping require a reason', () => {
    expect(CORRECTION_ACTIONS.filter((action) => ruleOf(action).needsReason)).toEqual([
      'decline',
      'object',
      'keep',
    ]);
  });
});

describe('any sequence of actions on a correction', () => {
  const DECISIONS = CORRECTION_ACTIONS.filter((action) => action !== 'undo');
  const actors = [ada, ben, grace, ian, person('ida', true)];
  const steps = fc.array(
    fc.record({ action: fc.constantFrom(...DECISIONS), actor: fc.constantFrom(...actors) }),
    { maxLength: 12 },
  );
  const walks = fc.record({
    asker: fc.constantFrom(...actors),
    subject: fc.constantFrom('ada', 'grace'),
    steps,
  });

  /** Each state of a walk, with the person who caused it and the person who proposed its times. */
  function follow(
    asker: CorrectionActor,
    userId: string,
    walk: readonly { action: CorrectionAction; actor: CorrectionActor }[],
  ) {
    const begun = decideInitialState(userId, asker);
    if (!begun.ok) return [];
    let state: CorrectionState = begun.state;
    let proposer = asker.id;
    const seen = [
      {
        state,
        by: asker.id,
        proposer,
        before: null as CorrectionState | null,
        selfDecided: begun.selfDecided,
      },
    ];
    for (const { action, actor } of walk) {
      const decided = decideCorrection({ state, userId }, action, actor);
      if (!decided.ok) continue;
      if (decided.state === 'sent-back') proposer = actor.id;
      seen.push({
        state: decided.state,
        by: actor.id,
        proposer,
        before: state,
        selfDecided: decided.selfDecided,
      });
      state = decided.state;
    }
    return seen;
  }

  it('nobody approves the times that they proposed themselves', () => {
    fc.assert(
      fc.property(walks, ({ asker, subject, steps: walk }) => {
        for (const { state, by, proposer, selfDecided } of follow(asker, subject, walk)) {
          expect(selfDecided).toBe(false);
          if (state === 'agreed') expect(by).not.toBe(proposer);
          if (state === 'declined') expect(by).not.toBe(subject);
        }
      }),
    );
  });

  it('no correction counts unless its employee has acted on it or still can', () => {
    fc.assert(
      fc.property(walks, ({ asker, subject, steps: walk }) => {
        const seen = follow(asker, subject, walk);
        const last = seen.at(-1);
        if (!last || !isCounting(last.state)) return;
        const hasSpoken = seen.some(({ by }) => by === subject);
        const canSpeak =
          offeredActions({ state: last.state, userId: subject }, { ...ada, id: subject }).length > 0;
        expect(hasSpoken || canSpeak).toBe(true);
      }),
    );
  });

  it('no action changes a settled correction', () => {
    fc.assert(
      fc.property(walks, ({ asker, subject, steps: walk }) => {
        for (const { before } of follow(asker, subject, walk))
          if (before !== null) expect(waitingSide(before)).not.toBeNull();
      }),
    );
  });
});

describe('state labels', () => {
  it.each([
    ['asked', 'Awaiting approval', 'Requested'],
    ['sent-back', 'Sent back to you', 'Sent back'],
    ['made', 'Waiting for you', 'Waiting for employee'],
    ['objected', 'You objected', 'Objection'],
    ['agreed', 'Approved', 'Approved'],
    ['declined', 'Declined', 'Declined'],
    ['withdrawn', 'Withdrawn', 'Withdrawn'],
    ['taken-back', 'Undone', 'Undone'],
  ] as const)('the state %s reads "%s" for the employee and "%s" for an admin', (state, employee, admin) => {
    const standing = { state, selfDecided: false };
    expect(stateWords(standing, 'employee').label).toBe(employee);
    expect(stateWords(standing, 'admin').label).toBe(admin);
  });

  it('explanations say what counts, and the only admin\'s own correction reads "Self-decided"', () => {
    for (const state of CORRECTION_STATES) {
      const texts = (['employee', 'admin'] as const).map(
        (side) => stateWords({ state, selfDecided: false }, side).explanation,
      );
      for (const text of texts) expect(text).toMatch(/count|approved|Nothing changed/);
    }
    expect(stateWords({ state: 'agreed', selfDecided: true }, 'admin').label).toBe('Self-decided');
  });

  it('people see the labels of their own side, employee or admin', () => {
    expect([ada, grace, ben].map((actor) => sideOf('ada', actor))).toEqual(['employee', 'admin', null]);
    expect(sideOf('grace', grace)).toBe('employee');
  });
});
