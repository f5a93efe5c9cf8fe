import { say } from '#texts/say';
import type { KiosksView } from '#contract/kiosk/kiosk';
import { PAIRING_PATTERN } from '#domain/kiosk/identity';
import { KIOSK_DEFAULTS, type KioskOptions } from '#domain/kiosk/options';
import { call } from '#web/api.ts';
import { useForm, type FormOf } from '#web/forms/use-form.ts';
import { useStudios } from '#web/live/use-settings.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';

interface KioskDialogProps {
  /** Null for a new kiosk. */
  kiosk: KiosksView['kiosks'][number] | null;
  /** Pairing code of a link that the tablet showed, else ''. */
  code: string;
  onClose: () => void;
}

interface KioskForm extends KioskOptions {
  readonly name: string;
  readonly code: string;
  /** '<scope> <id>' of each studio and hub; empty: everybody. */
  readonly places: readonly string[];
}

const CHECKS = [
  ['badgeNeedsPin', 'kiosks.badgeNeedsPin', 'kiosks.badgeNeedsPinHint'],
  ['badgeClocksOut', 'kiosks.badgeClocksOut', 'kiosks.badgeClocksOutHint'],
  ['showsLateness', 'kiosks.showsLateness'],
  ['hasSound', 'kiosks.hasSound'],
] as const;

const lettersOf = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

export default function KioskDialog({ kiosk, code, onClose }: KioskDialogProps) {
  const showToast = useToast();
  const { callConfirmed, dialog } = useConfirmation();
  const form = useForm<KioskForm>({
    record: {
      name: kiosk?.name ?? '',
      code,
      places: (kiosk?.scope ?? []).map(({ scope, id }) => `${scope} ${id}`),
      ...(kiosk?.options ?? KIOSK_DEFAULTS),
    },
    validate: ({ name, code: typed }) => ({
      ...(name.trim() === '' && { name: say('field.kioskNameMissing') }),
      ...(!kiosk && !PAIRING_PATTERN.test(lettersOf(typed)) && { code: say('field.pairingCode') }),
    }),
    send: async ({ name, code: typed, places, ...options }) => {
      const scope = places.map((place) => {
        const [kind, id = ''] = place.split(' ');
        return { scope: kind as 'studio' | 'hub', id };
      });
      return kiosk
        ? call('saveKiosk', { id: kiosk.id, version: kiosk.version, name, scope, options })
        : callConfirmed('addKiosk', { name, code: lettersOf(typed), scope, options });
    },
    onDone: (_, { name }) => {
      showToast(kiosk ? say('kiosks.saved', { name }) : say('kiosks.added', { name }));
      onClose();
    },
  });
  return (
    <>
      <FormDialog
        place="side"
        title={kiosk ? say('kiosks.editTitle', { name: kiosk.name }) : say('kiosks.add')}
        form={form}
        submit={kiosk ? say('common.save') : say('kiosks.add')}
        submitting={say('common.saving')}
        onClose={onClose}
      >
        {!kiosk && (
          <TextField
            {...form.field('code')}
            label={say('kiosks.code')}
            hint={say('kiosks.codeHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="tracking-widest uppercase tabular-nums"
          />
        )}
        <TextField {...form.field('name')} label={say('kiosks.name')} hint={say('kiosks.nameHint')} />
        <OptionFields form={form} />
        <ScopeFields form={form} />
      </FormDialog>
      {dialog}
    </>
  );
}

/** Shows each hub below its studio. */
function ScopeFields({ form: { typed, edit } }: { form: FormOf<KioskForm> }) {
  const studios = useStudios().data?.studios ?? [];
  const checkOf = (scope: 'studio' | 'hub', { id, name }: { id: string; name: string }) => (
    <CheckField
      key={id}
      label={name}
      checked={typed.places.includes(`${scope} ${id}`)}
      onChange={(isChosen) => {
        const others = typed.places.filter((place) => place !== `${scope} ${id}`);
        edit({ places: isChosen ? [...others, `${scope} ${id}`] : others });
      }}
    />
  );
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-semibold">{say('kiosks.who')}</legend>
      <p className="text-sm text-muted">{say('kiosks.whoHint')}</p>
      {studios.map((studio) => (
        <div key={studio.id} className="grid gap-3">
          {checkOf('studio', studio)}
          <div className="ms-6 grid gap-3 empty:hidden">{studio.hubs.map((hub) => checkOf('hub', hub))}</div>
        </div>
      ))}
    </fieldset>
  );
}

const OptionFields = ({ form: { typed, edit } }: { form: FormOf<KioskForm> }) => (
  <>
    <SelectField
      label={say('kiosks.names')}
      options={{
        list: say('kiosks.namesList'),
        search: say('kiosks.namesSearch'),
        hidden: say('kiosks.namesHidden'),
      }}
      value={typed.names}
      hint={say('kiosks.namesHint')}
      onChange={(names: KioskOptions['names']) => edit({ names })}
    />
    {CHECKS.map(([name, label, hint]) => (
      <CheckField
        key={name}
        label={say(label)}
        hint={hint && say(hint)}
        checked={typed[name]}
        onChange={(isChosen) => edit({ [name]: isChosen })}
      />
    ))}
    <SelectField
      label={say('kiosks.confirmSeconds')}
      options={Object.fromEntries(
        [2, 3, 5, 7, 10].map((count) => [String(count), say('kiosks.seconds', { count })]),
      )}
      value={String(typed.confirmSeconds)}
      onChange={(seconds: string) => edit({ confirmSeconds: Number(seconds) })}
    />
  </>
);
