import { say, textTable } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { toSubmitFailure, useForm } from '#web/forms/use-form.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { BADGE_KINDS } from './badge-kinds.ts';
import { momentText } from './event-row.tsx';

const PIN_TEXTS = textTable({ none: 'kioskPin.none', temporary: 'kioskPin.temporary', own: 'kioskPin.own' });

/** @param zone time zone of the workplace; without it no dates are shown */
export function KioskPinCard({ zone }: { zone?: string | undefined }) {
  const query = useRouteQuery('ownBadges', undefined, { gcTime: 0 });
  const { data } = query;
  const isChoosing = useOpened('kiosk-pin') !== undefined;
  if (data && !data.hasKiosk && data.pin === 'none' && data.badges.length === 0) return null;
  return (
    <TitledCard
      title={say('kioskPin.title')}
      aside={
        data && (
          <Button size="small" icon={<KeyRound size={16} />} onClick={() => openOver('kiosk-pin')}>
            {say('kioskPin.choose')}
          </Button>
        )
      }
    >
      <LoadFailure title={say('kioskPin.notLoaded')} query={query} className="mt-3" />
      {query.isPending && <Skeleton className="mt-3 h-10" />}
      {data && <p className="mt-2 text-sm text-muted">{PIN_TEXTS[data.pin]}</p>}
      {data && data.badges.length > 0 && (
        <ul aria-label={say('kioskPin.badges')} className="mt-3 divide-y divide-line text-sm">
          {data.badges.map(({ id, kind, createdAt }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-3 py-2 last:pb-0">
              <span className="font-semibold">{BADGE_KINDS[kind]}</span>
              {zone !== undefined && (
                <span className="text-muted">
                  {say('badges.added', { date: momentText(createdAt, zone) })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isChoosing && data && <NewPin />}
    </TitledCard>
  );
}

function NewPin() {
  const close = () => closeOver('kiosk-pin');
  const client = useQueryClient();
  const showToast = useToast();
  const { callConfirmed, dialog } = useConfirmation();
  const form = useForm({
    record: { pin: '' },
    validate: ({ pin }): { pin?: string } => (/^\d{6}$/.test(pin) ? {} : { pin: say('field.pinDigits') }),
    send: ({ pin }) => callConfirmed('choosePin', { pin }),
    failureOf: (failure) =>
      failure.kind === 'refused' && failure.code === 'pin_too_simple'
        ? { errors: { pin: failure.message } }
        : toSubmitFailure(failure),
    onDone: (badges) => {
      close();
      client.setQueryData(['ownBadges'], badges);
      showToast(say('kioskPin.saved'));
    },
  });
  return (
    <>
      <FormDialog title={say('kioskPin.choose')} form={form} submit={say('kioskPin.save')} onClose={close}>
        <TextField
          {...form.field('pin')}
          label={say('kioskPin.field')}
          hint={say('kioskPin.hint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          className="text-lg tracking-widest tabular-nums"
        />
      </FormDialog>
      {dialog}
    </>
  );
}
