/**
 * Random sequences of punches, corrections and periods at two servers that are killed now and then.
 * `SEED=1 SEQUENCE=12:3:0 npm run faults -- agreed-hours` repeats a failure, with its seed and path.
 */
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { AgreedPlace } from './agreed-hours-place.ts';
import { CLOSED_WEEK, step, stepText, take, type Step } from './agreed-hours-steps.ts';
import { Workplace } from './model-workplace.ts';
import { cycles, report, seed } from './size.ts';

const SEQUENCES = cycles(20, 1_000, 1_000);
const STEPS_AT_MOST = cycles(24, 40, 40);
const SEQUENCES_A_DATABASE = 25;
/** After this time the shortest failure so far is reported. */
const GIVE_UP_MS = cycles(4, 40, 60) * 60_000;

let workplace: Workplace | undefined;
let sequences = 0;
const done = { answers: 0, refusals: 0, closed: 0, kills: 0 };
afterAll(closeWorkplace);

async function closeWorkplace(): Promise<void> {
  done.kills += workplace?.kills ?? 0;
  const last = workplace;
  workplace = undefined;
  await last?.close();
}

async function tryOut(steps: readonly Step[]): Promise<void> {
  if (sequences % SEQUENCES_A_DATABASE === 0) await closeWorkplace();
  sequences += 1;
  workplace ??= await Workplace.open();
  try {
    const place = await AgreedPlace.begin(workplace);
    for (const one of steps) {
      await take(place, one);
      await place.look();
    }
    expect(await place.faults()).toEqual([]);
    done.answers += place.answers;
    done.refusals += place.refusals;
    done.closed += place.closed;
  } catch (error) {
    // The next, shorter sequence starts with a new workplace.
    await closeWorkplace();
    throw error;
  }
}

describe('agreed hours', () => {
  it(
    'agreed hours change only by two sides or with a mark, and the ledger alone proves the counted hours',
    async () => {
      const from = seed();
      const { SEQUENCE: path } = process.env;
      const steps = fc.array(
        step.map((one) => Object.assign(one, { toString: () => stepText(one) })),
        { maxLength: STEPS_AT_MOST, size: 'max' },
      );
      await fc.assert(fc.asyncProperty(steps, tryOut), {
        seed: from,
        examples: [[CLOSED_WEEK]],
        numRuns: SEQUENCES + 1,
        interruptAfterTimeLimit: GIVE_UP_MS,
        markInterruptAsFailure: true,
        ...(path ? { path } : {}),
      });
      await closeWorkplace();
      report(
        `agreed hours: ${sequences} sequences, ${done.answers} answers, ${done.refusals} refusals, ${done.closed} periods closed, ${done.kills} servers killed, 0 violations, seed ${from}`,
      );
      expect(done.closed).toBeGreaterThan(0);
    },
    GIVE_UP_MS + 60_000,
  );
});
