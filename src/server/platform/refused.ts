/** A command's refusal; routes turn it into an HTTP answer. */
import type { ProblemCode } from '#contract/problems';
import type { EpochMs } from '#domain/time/units';

export interface Refused<Code extends ProblemCode> {
  readonly ok: false;
  readonly code: Code;
  /** After a rate limit: the time from which the action is allowed again. */
  readonly retryAt?: EpochMs;
}

export const refused = <Code extends ProblemCode>(code: Code): Refused<Code> => ({ ok: false, code });
