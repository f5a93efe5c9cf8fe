/** Which language the page is in: the person's, else the one chosen here on the login, else the workplace's. */
import type { SessionView } from '#contract/accounts/accounts';
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_CODES, type Language } from '#texts/languages';
import { say } from '#texts/say';
import { call } from '#web/api.ts';
import { changeLanguage } from '#web/browser/language.ts';
import { readPreference, storePreference } from '#web/browser/preferences.ts';

const YEAR_S = 366 * 86_400;

/** A choice before signing in. The account of the next person who signs in keeps it, unless it has a language. */
const CHOICE = 'language';
const choiceBefore = (): Language | undefined =>
  LANGUAGE_CODES.find((code) => code === readPreference(CHOICE));

const keptLanguage = (): Language | undefined =>
  document.cookie
    .split('; ')
    .map((cookie) => cookie.split('='))
    .flatMap(([name, value]) => (name === LANGUAGE_COOKIE && isLanguage(value) ? value : []))[0];

function keep(language: Language, seconds = YEAR_S): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}

/** @returns why it was not changed, or only in this browser */
export async function chooseLanguage(language: Language, isSignedIn: boolean): Promise<string | undefined> {
  try {
    await changeLanguage(language);
  } catch {
    return say('language.notLoaded');
  }
  keep(language);
  if (!isSignedIn) storePreference(CHOICE, language);
  const answer = isSignedIn ? await call('chooseLanguage', { language }) : null;
  return answer?.ok === false ? answer.failure.message : undefined;
}

/** Called with each session, which may be another person's. */
export function followLanguage({ user, workplace, mustChangePassword, mustAddFactor }: SessionView): void {
  if (user === null && keptLanguage()) return;
  const own = user?.language ?? choiceBefore();
  if (user && !mustChangePassword && !mustAddFactor) {
    if (user.language === undefined && own) void call('chooseLanguage', { language: own });
    storePreference(CHOICE, '');
  }
  const language = own ?? workplace.language;
  // What nobody chose is not kept, so that it follows the workplace's.
  keep(language, own ? YEAR_S : 0);
  // Without a connection the page stays as it is.
  void changeLanguage(language).catch(() => {});
}

/** A language that the browser asks for and the page does not show. */
export const offeredLanguage = (shown: Language): Language | undefined => {
  const wanted = navigator.languages
    .map((tag) => LANGUAGE_CODES.find((code) => tag === code || tag.split('-')[0] === code.split('-')[0]))
    .find((code) => code !== undefined);
  return wanted === shown ? undefined : wanted;
};
