/** Finds who stands at a kiosk, and answers in that person's language. */
import { problemText } from '#contract/problems';
import type { Who } from '#contract/kiosk/kiosk';
import type { Language } from '#texts/languages';
import type { Context } from '../../platform/context.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';
import { Refusal, refuse, toRefusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/language.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import type { Identification } from '../../people/badges/identify.ts';
import type { KioskPerson } from '../../people/badges/queries.ts';

export const createPersonAt =
  ({ database, clock }: Pick<Context, 'database' | 'clock'>, { identify }: Identification) =>
  async <Answer>(
    who: Who,
    kiosk: KioskCaller,
    answer: (person: KioskPerson) => Promise<Answer | Refusal>,
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
