import { say } from '#texts/say';
import type { SecondStep } from '#contract/accounts/accounts';
import { useForm } from '#web/forms/use-form.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type * as Passkey from './passkey.ts';
import type { SecondStepOptions } from './passkey.ts';

/** @param step second step after the password; undefined if the passkey alone signs in */
export function PasskeyButton({ step, ...passing }: SecondStepOptions & { step?: SecondStep }) {
  const { problem, isSubmitting, run } = useForm();
  if (!canUsePasskeys()) return null;
  const signIn = () => run(() => withPasskeyCode((code) => code.signInByPasskey(step, passing)));
  return (
    <>
      <Button look={step ? 'secondary' : 'quiet'} isBusy={isSubmitting} onClick={() => void signIn()}>
        {step ? say('passkey.use') : say('passkey.signInWith')}
      </Button>
      <Problem text={problem} className="empty:-mt-4" />
    </>
  );
}

/** Browsers have no passkeys over plain http, nor for an IP address. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|\]$/.test(location.hostname);

/** Loads the passkey code only when it is needed, since its library is large. */
export const withPasskeyCode = <Result,>(use: (code: typeof Passkey) => Promise<Result>) =>
  import('./passkey.ts').then(use, () => ({ problem: say('problem.tryAgain') }));
