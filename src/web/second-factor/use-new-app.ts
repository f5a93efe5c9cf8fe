import { useEffect, useState } from 'react';
import type { AppSecret, SecondFactors } from '#contract/second-factor';
import { AppCode } from '#contract/second-factor-forms';
import { call } from '#web/api.ts';
import { submitFailure } from '#web/forms/submit-failure.ts';
import { useForm } from '#web/forms/use-form.ts';
import type { Confirming } from '#web/session/confirm-identity.tsx';
import '#web/session/later-addresses.ts';

/** A secret for an authenticator app, and the form that confirms it by a code. */
export function useNewApp(
  callConfirmed: Confirming['callConfirmed'],
  onAdded: (factors: SecondFactors) => void,
) {
  const [app, setApp] = useState<AppSecret | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void call('startApp', {}).then((answer) =>
      answer.ok ? setApp(answer.value) : setProblem(answer.failure.message),
    );
  }, []);
  const form = useForm(AppCode, { code: '' }, async ({ code }) => {
    if (!app) return { problem: problem ?? 'The code is not there yet.' };
    const answer = await callConfirmed('addApp', { secret: app.secret, code });
    if (!answer.ok) return { ...submitFailure<'code'>(answer.failure), focus: 'code' };
    onAdded(answer.value);
    return undefined;
  });
  return { app, form: { ...form, problem: problem ?? form.problem } };
}
