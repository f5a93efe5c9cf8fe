import { say } from '#texts/say';
import { Fingerprint } from 'lucide-react';
import type { SecondFactors } from '#contract/security/second-factor';
import { PasskeyName } from '#contract/security/second-factor-forms';
import { deviceName } from '#domain/people/device';
import { closeOver, openOver, usePlace } from '#web/browser/navigation.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useConfirmation, ConfirmedQuestion } from '#web/session/confirm-identity.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';
import { datesText } from './app-card.tsx';
import { canUsePasskeys, withPasskeyCode } from './passkey-button.tsx';
import { RecoveryCodesDialog, useFactorChange, useSecondFactors } from './recovery-codes.tsx';

/** Shows no load error: the authenticator app's card next to it shows the same one. */
export function PasskeysCard({ zone }: { zone?: string | undefined }) {
  const { data } = useSecondFactors();
  const { onFactorsChanged, codes } = useFactorChange();
  const opened = usePlace(({ path }) => path.slice(path.indexOf('security') + 1).join(' '));
  if (!data) return null;
  const passkeys = data.factors.filter(({ kind }) => kind === 'passkey');
  const removed = passkeys.find(({ id }) => opened === `remove-passkey ${id}`);
  const add = (
    <Button size="small" icon={<Fingerprint size={16} />} onClick={() => openOver('new-passkey')}>
      {say('passkeys.add')}
    </Button>
  );
  return (
    <TitledCard title={say('passkeys.title')} aside={canUsePasskeys() && add}>
      {passkeys.length === 0 && (
        <p className="mt-2 text-sm text-muted">
          {canUsePasskeys() ? say('passkeys.none') : say('passkeys.needHttps')}
        </p>
      )}
      <ul aria-label={say('passkeys.title')} className="mt-1 divide-y divide-line text-sm">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center justify-between gap-3 py-3">
            <p className="min-w-0 wrap-anywhere text-muted">
              <strong className="block font-semibold text-ink">{passkey.name}</strong>
              {datesText(passkey, zone)}
            </p>
            <Button
              size="small"
              aria-label={say('passkeys.removeNamed', { name: passkey.name })}
              onClick={() => openOver('remove-passkey', passkey.id)}
            >
              {say('common.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {opened === 'new-passkey' && <NewPasskey passkeys={passkeys} onAdded={onFactorsChanged} />}
      {removed && (
        <ConfirmedQuestion
          title={say('passkeys.removeQuestion', { name: removed.name })}
          submit={say('common.remove')}
          isDestructive
          segment="remove-passkey"
          send={(callConfirmed) => callConfirmed('removeFactor', { id: removed.id })}
          onDone={onFactorsChanged}
        >
          {say('passkeys.removeText')}
        </ConfirmedQuestion>
      )}
      <RecoveryCodesDialog codes={codes} />
    </TitledCard>
  );
}

type NewPasskeyProps = { passkeys: SecondFactors['factors']; onAdded: (factors: SecondFactors) => void };

function NewPasskey({ passkeys, onAdded }: NewPasskeyProps) {
  const close = () => closeOver('new-passkey');
  const { callConfirmed, dialog } = useConfirmation();
  const form = useForm({
    schema: PasskeyName,
    record: { name: deviceName(navigator.userAgent) },
    send: async ({ name }) => {
      const made = await withPasskeyCode((code) => code.makePasskey(passkeys));
      return 'problem' in made ? made : callConfirmed('addPasskey', { name, ...made });
    },
    onDone: (factors) => {
      close();
      onAdded(factors);
    },
  });
  return (
    <>
      <FormDialog title={say('passkeys.add')} form={form} submit={say('common.continue')} onClose={close}>
        <p>{say('passkeys.where')}</p>
        <TextField {...form.field('name')} label={say('field.name')} />
      </FormDialog>
      {dialog}
    </>
  );
}
