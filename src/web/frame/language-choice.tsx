import { Globe } from 'lucide-react';
import { useState } from 'react';
import { LANGUAGE_CODES, LANGUAGES, isLanguage, type Language } from '#texts/languages';
import { say } from '#texts/say';
import { useLanguage } from '#web/browser/language.ts';
import { authState, hasFirstSteps } from '#web/session/auth.ts';
import { chooseLanguage, offeredLanguage } from '#web/session/language.ts';
import { Button } from '#web/ui/button.tsx';

/** The language of who is signed out, and a link to the one that the browser asks for. */
export function LanguageChoice() {
  const shown = useLanguage();
  const [problem, setProblem] = useState<string>();
  const offered = offeredLanguage(shown);
  const choose = (language: Language) =>
    void chooseLanguage(language, authState().isAuthenticated && !hasFirstSteps()).then(setProblem);
  if (LANGUAGE_CODES.length === 1) return null;
  return (
    <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3">
      {offered && (
        <Button look="quiet" size="note" onClick={() => choose(offered)}>
          <span lang={offered}>{LANGUAGES[offered].offer}</span>
        </Button>
      )}
      <label className="flex items-center gap-1 text-muted">
        <Globe size={16} className="shrink-0" />
        <span className="sr-only">{say('language.label')}</span>
        <select
          value={shown}
          onChange={({ target }) => isLanguage(target.value) && choose(target.value)}
          className="min-h-8 max-w-40 rounded-sm bg-transparent text-xs pointer-coarse:min-h-11"
        >
          {LANGUAGE_CODES.map((code) => (
            <option key={code} value={code} lang={code}>
              {LANGUAGES[code].name}
            </option>
          ))}
        </select>
      </label>
      <p role="alert" className="text-xs text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}
