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
  readonly isForSome: boolean;
  /** '<scope> <id>' of each studio and hub. */
  readonly places: readonly string[];
}

const lettersOf = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

export default function KioskDialog({ kiosk, code, onClose }: KioskDialogProps) {
  const showToast = useToast();
  const { callConfirmed, dialog } = useConfirmation();
  const form = useForm<KioskForm>({
    record: {
      name: kiosk?.name ?? '',
      code,
      isForSome: (kiosk?.scope.length ?? 0) > 0,
      places: (kiosk?.scope ?? []).map(({ scope, id }) => `${scope} ${id}`),
      ...(kiosk?.options ?? KIOSK_DEFAULTS),
    },
    validate: ({ name, code: typed, isForSome, places }) => ({
      ...(name.trim() === '' && { name: say('field.kioskNameMissing') }),
      ...(!kiosk && !PAIRING_PATTERN.test(lettersOf(typed)) && { code: say('field.pairingCode') }),
      ...(isForSome && places.length === 0 && { places: say('kiosks.choosePlaces') }),
    }),
    send: async ({ name, code: typed, isForSome, places, ...options }) => {
      const scope = (isForSome ? places : []).map((place) => {
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
        <ScopeFields form={form} />
        <OptionFields form={form} />
      </FormDialog>
      {dialog}
    </>
  );
}

function ScopeFields({ form: { typed, errors, edit } }: { form: FormOf<KioskForm> }) {
  const studios = useStudios().data?.studios ?? [];
  const places = studios.flatMap((studio) => [
    { value: `studio ${studio.id}`, label: studio.name, isHub: false },
    ...studio.hubs.map((hub) => ({ value: `hub ${hub.id}`, label: hub.name, isHub: true })),
  ]);
  const choose = (value: string, isChosen: boolean) =>
    edit({ places: isChosen ? [...typed.places, value] : typed.places.filter((one) => one !== value) });
  return (
    <>
      <SelectField
        label={say('kiosks.who')}
        options={{ all: say('kiosks.forAll'), some: say('kiosks.chosenPlaces') }}
        value={typed.isForSome ? 'some' : 'all'}
        error={errors['places']}
        onChange={(who: string) => edit({ isForSome: who === 'some' })}
      />
      {typed.isForSome && (
        <fieldset className="grid gap-3">
          <legend className="sr-only">{say('kiosks.chosenPlaces')}</legend>
          {places.map(({ value, label, isHub }) => (
            <div key={value} className={isHub ? 'ms-6' : undefined}>
              <CheckField
                label={label}
                checked={typed.places.includes(value)}
                onChange={(isChosen) => choose(value, isChosen)}
              />
            </div>
          ))}
        </fieldset>
      )}
    </>
  );
}

function OptionFields({ form: { typed, edit } }: { form: FormOf<KioskForm> }) {
  return (
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
      <CheckField
        label={say('kiosks.badgeNeedsPin')}
        hint={say('kiosks.badgeNeedsPinHint')}
        checked={typed.badgeNeedsPin}
        onChange={(badgeNeedsPin) => edit({ badgeNeedsPin })}
      />
      <CheckField
        label={say('kiosks.badgeClocksOut')}
        hint={say('kiosks.badgeClocksOutHint')}
        checked={typed.badgeClocksOut}
        onChange={(badgeClocksOut) => edit({ badgeClocksOut })}
      />
      <CheckField
        label={say('kiosks.showsLateness')}
        checked={typed.showsLateness}
        onChange={(showsLateness) => edit({ showsLateness })}
      />
      <CheckField
        label={say('kiosks.hasSound')}
        checked={typed.hasSound}
        onChange={(hasSound) => edit({ hasSound })}
      />
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
}
