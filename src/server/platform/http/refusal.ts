/** Expected refusals are values; only bugs and failures throw. */
import type { EpochMs } from '#domain/time/units';
import type { ZoneSettings } from '#domain/time/zone-rules';
import { firstTimeFrom } from '../calendars.ts';
import type { Refused } from '../refused.ts';
import { problemText, problemStatus, type Problem, type ProblemCode } from '#contract/problems';

export interface RefusalDetails {
  readonly fields?: Readonly<Record<string, string>>;
  /** Replaces the standard text of `code`. Only for texts that are written for people, e.g. in a form's schema. */
  readonly message?: string;
  /** The part of the server that fails. */
  readonly part?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
}

export class Refusal {
  readonly code: ProblemCode;
  readonly details: RefusalDetails;

  constructor(code: ProblemCode, details: RefusalDetails) {
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problemStatus(this.code);
  }

  get problem(): Problem {
    const { fields, message, part } = this.details;
    return {
      code: this.code,
      message: message ?? problemText(this.code),
      ...(fields ? { fields: { ...fields } } : {}),
      ...(part === undefined ? {} : { part }),
    };
  }

  get headers(): Record<string, string> {
    const { retryAfterSeconds, allow } = this.details;
    return {
      ...(retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
      ...(allow ? { allow: allow.join(', ') } : {}),
    };
  }
}

/** Turns a command's refusal into an HTTP refusal. After a rate limit, its message tells when to try again. */
export function toRefusal(
  { code, retryAt }: Pick<Refused<ProblemCode>, 'code' | 'retryAt'>,
  now: EpochMs,
  zoned: ZoneSettings,
): Refusal {
  if (retryAt === undefined) return refuse(code);
  const message = problemText(code, { time: firstTimeFrom(zoned, retryAt) });
  return refuse(code, { retryAfterSeconds: (retryAt - now) / 1000, message });
}

export const refuse = (code: ProblemCode, details: RefusalDetails = {}): Refusal =>
  new Refusal(code, details);

/** Refuses fields after checks against stored data. The first field's message also becomes the refusal's message. */
export function refuseFields(faults: Readonly<Partial<Record<string, string>>>): Refusal {
  const fields = Object.fromEntries(
    Object.entries(faults).filter((field): field is [string, string] => field[1] !== undefined),
  );
  const [message] = Object.values(fields);
  return refuse('invalid_input', message === undefined ? { fields } : { fields, message });
}
