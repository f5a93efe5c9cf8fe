/** Finds who stands at a kiosk, and answers in that person's language. */
import { problemText, type ProblemCode } from '#contract/problems';
import type { Who } from '#contract/kiosk/kiosk';
import type { Language } from '#texts/languages';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';
import { Refusal, refuse, toRefusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/language.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import type { Refused } from '../../platform/refused.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'employee';
  readonly language: Language;
}
export interface Identification {
  readonly identify: (
    who: Who,
    kiosk: KioskCaller,
    options?: { readonly needsPin?: boolean; readonly on?: Queryable },
  ) => Promise<{ readonly ok: true; readonly person: Person } | Refused<ProblemCode>>;
  readonly unseal: (sealed: string) => Promise<Who | null>;
}

export const createPersonAt =
  ({ database, clock }: Pick<Context, 'database' | 'clock'>, { identify }: Identification) =>
  async <Answer>(
    who: Who,
    kiosk: KioskCaller,
    answer: (person: Person) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> => {
    const found = await identify(who, kiosk);
    if (!found.ok)
      return found.retryAt === undefined
        ? refuse(found.code)
        : toRefusal(found, clock.now(), await readSettings(database.pool));
    return inPersonsLanguage(found.person.language, () => answer(found.person));
  };

const inPersonsLanguage = <Answer>(language: Language, run: () => Promise<Answer | Refusal>) =>
  inLanguage(language, async () => {
    const answer = await run();
    if (!(answer instanceof Refusal)) return answer;
    // The text of a refusal is made later, in the kiosk's language.
    return refuse(answer.code, { message: problemText(answer.code), ...answer.details });
  });
