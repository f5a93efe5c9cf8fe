import type { Failure } from '#web/api.ts';
import type { FieldErrors, SubmitFailure } from './use-submission.ts';

/** Assigns the server's messages to their fields, or one message to the whole form. */
export function toSubmitFailure<Field extends string>(failure: Failure): SubmitFailure<Field> {
  const errors = failure.kind === 'refused' ? failure.fields : {};
  return Object.keys(errors).length > 0
    ? { errors: errors as FieldErrors<Field> }
    : { problem: failure.message };
}
