/** What is shown when a password could not be changed or reset (spec §8). */
import { problemMessage, type ProblemCode } from '#contract/problems';
import type { Failure } from '#web/api.ts';
import type { NotDone } from '#web/forms/use-form.ts';

const TOLD: readonly ProblemCode[] = [
  'reset_link_invalid',
  'account_disabled',
  'sign_in_too_many',
  'password_change_failed',
];

/**
 * By field where the server names one; anything unforeseen, a server out of reach too, in the words for that.
 */
export function passwordNotDone<Field extends string>(failure: Failure): NotDone<Field | 'password'> {
  if (failure.kind === 'refused' && Object.keys(failure.fields).length > 0)
    return { faults: failure.fields as Record<Field | 'password', string> };
  const isTold = failure.kind === 'refused' && TOLD.includes(failure.code);
  return { problem: isTold ? failure.message : problemMessage('password_change_failed') };
}
