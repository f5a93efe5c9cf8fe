import { problemMessage } from '#contract/problems';
import type { Failure } from '../api.ts';
import type { NotDone } from '../use-form.ts';

/** Spec §8, profile update: nobody signed in, and anything else. */
export function profileNotDone(failure: Failure): NotDone<'name'> {
  if (failure.kind === 'refused' && failure.fields['name'] !== undefined)
    return { faults: { name: failure.fields['name'] } };
  const isTold = failure.kind === 'refused' && failure.code === 'profile_not_signed_in';
  return { problem: isTold ? failure.message : problemMessage('profile_update_failed'), focus: 'name' };
}
