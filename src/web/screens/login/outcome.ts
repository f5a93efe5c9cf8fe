import { problemMessage, type ProblemCode } from '#contract/problems';
import type { Failure } from '../../api.ts';

/** One answer for an unknown address and for a wrong password alike (decisions §3). */
const REJECTED: readonly ProblemCode[] = [
  'sign_in_unknown_user',
  'sign_in_wrong_password',
  'sign_in_rejected',
];
/** The password may be right, so these are told as they are (decisions §3, departure). */
const TOLD: readonly ProblemCode[] = ['account_disabled', 'sign_in_too_many', 'sign_in_invalid_email'];

/** What the login view shows for a failed sign-in (spec §5, §8; decisions §3). */
export function signInMessage(failure: Failure): string {
  if (failure.kind === 'refused' && REJECTED.includes(failure.code))
    return problemMessage('sign_in_rejected');
  if (failure.kind === 'refused' && TOLD.includes(failure.code)) return failure.message;
  return problemMessage('sign_in_failed');
}
