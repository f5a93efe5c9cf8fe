/**
 * Random sequences of actions by people, admins and the environment. Two real servers, which are killed now
 * and then, must behave like the model. A failure is shortened and can be repeated:
 * `SEED=1 SEQUENCE=12:3:0 COMMANDS=AABY:F npm run faults -- model`, with its seed, path and replayPath.
 */
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Command } from './model-command.ts';
import { PEOPLES_COMMANDS } from './model-commands.ts';
import { OTHER_COMMANDS } from './model-commands-admin.ts';
import { EXAMPLES } from './model-examples.ts';
import { expectAgreement } from './model-tables.ts';
import { Workplace } from './model-workplace.ts';
import { cycles, report, seed } from './size.ts';

const SEQUENCES = cycles(20, 200, 1_000);
const COMMANDS_AT_MOST = cycles(15, 40, 40);
/** The whole record is verified after each sequence. A new database keeps that fast. */
const SEQUENCES_A_DATABASE = 20;
/** Hours after nine: a day shift, or one that continues into the next day. */
const START = fc.constantFrom(0, 12);
/** After this time the shortest failure so far is reported. */
const GIVE_UP_MS = cycles(4, 15, 60) * 60_000;

let workplace: Workplace | undefined;
let sequences = 0;
const done = { commands: 0, answers: 0, kills: 0 };
afterAll(() => workplace?.close());

async function nextWorkplace(): Promise<Workplace> {
  if (sequences % SEQUENCES_A_DATABASE === 0) await closeWorkplace();
  sequences += 1;
  return (workplace ??= await Workplace.open());
}

async function closeWorkplace(): Promise<void> {
  done.kills += workplace?.kills ?? 0;
  const last = workplace;
  workplace = undefined;
  await last?.close();
}

async function tryOut(hours: number, commands: Iterable<Command>): Promise<void> {
  const real = await nextWorkplace();
  try {
    const model = await real.beginSequence(hours);
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await expectAgreement(model, real);
    done.commands += [...commands].length;
    done.answers += real.answers.length;
    await real.endSequence();
  } catch (error) {
    // The next, shorter sequence starts with a new workplace.
    await closeWorkplace();
    throw error;
  }
}

describe('random sequences of commands', () => {
  it(
    'two servers behave like the model, even when they are killed',
    async () => {
      const from = seed();
      const { SEQUENCE: path, COMMANDS: replayPath } = process.env;
      const commands = fc.commands([fc.oneof(...PEOPLES_COMMANDS, ...OTHER_COMMANDS)], {
        maxCommands: COMMANDS_AT_MOST,
        size: 'max',
        ...(replayPath ? { replayPath } : {}),
      });
      await fc.assert(fc.asyncProperty(START, commands, tryOut), {
        seed: from,
        examples: [...EXAMPLES],
        numRuns: SEQUENCES + EXAMPLES.length,
        interruptAfterTimeLimit: GIVE_UP_MS,
        markInterruptAsFailure: true,
        ...(path ? { path } : {}),
      });
      await closeWorkplace();
      report(
        `model: ${sequences} sequences of ${done.commands} commands, ${done.answers} answers, ${done.kills} servers killed, 0 violations, seed ${from}`,
      );
      expect(sequences).toBeGreaterThan(0);
    },
    GIVE_UP_MS + 60_000,
  );
});
