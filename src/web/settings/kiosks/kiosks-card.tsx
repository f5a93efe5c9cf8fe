import { say } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { KiosksView } from '#contract/kiosk/kiosk';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/time/format';
import { MS_PER_MINUTE } from '#domain/time/units';
import { call } from '#web/api.ts';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { useForm } from '#web/forms/use-form.ts';
import { appAddressOf, useSettings, useSetUp } from '#web/live/use-settings.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { KeptPresses } from './kept-presses.tsx';
import { useKiosks } from './use-kiosks.ts';

const KioskDialog = onDemand(() => import('./kiosk-dialog.tsx'));

type ListedKiosk = KiosksView['kiosks'][number];
/** A kiosk reports every 15 s; one report may be lost. */
const ONLINE_MS = MS_PER_MINUTE;

export function KiosksCard() {
  const query = useKiosks();
  const client = useQueryClient();
  const setUp = useSetUp().data;
  const { code } = useParams('code');
  const [opened, setOpened] = useState<ListedKiosk | 'new' | null>(null);
  const [revoked, setRevoked] = useState<ListedKiosk | null>(null);
  const kiosks = query.data?.kiosks ?? [];
  const inUse = kiosks.filter(({ revokedAt }) => revokedAt === null);
  const edited = opened ?? (code === undefined ? null : 'new');
  const close = () => {
    setOpened(null);
    setRevoked(null);
    if (code !== undefined) setParams({ code: undefined });
    void client.invalidateQueries({ queryKey: ['kiosks'] });
  };
  const add = (
    <Button size="small" icon={<Plus size={16} />} onClick={() => setOpened('new')}>
      {say('kiosks.add')}
    </Button>
  );
  return (
    <>
      <TitledCard title={say('sections.kiosks')} aside={inUse.length > 0 && add} className="grid gap-4">
        <LoadState title={say('kiosks.notLoaded')} query={query} shape="h-32" />
        {query.data && inUse.length === 0 && (
          <Empty icon={<TabletSmartphone size={24} />} title={say('kiosks.none')} action={add}>
            {say('kiosks.noneText', { address: setUp ? `${appAddressOf(setUp)}/kiosk` : '/kiosk' })}
          </Empty>
        )}
        {kiosks.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {kiosks.map((kiosk) => (
              <KioskRow
                key={kiosk.id}
                kiosk={kiosk}
                onEdit={() => setOpened(kiosk)}
                onRevoke={() => setRevoked(kiosk)}
              />
            ))}
          </ul>
        )}
      </TitledCard>
      {edited && <KioskDialog kiosk={edited === 'new' ? null : edited} code={code ?? ''} onClose={close} />}
      {revoked && <RevokeDialog kiosk={revoked} onClose={close} />}
    </>
  );
}

interface KioskRowProps {
  kiosk: ListedKiosk;
  onEdit: () => void;
  onRevoke: () => void;
}

function KioskRow({ kiosk, onEdit, onRevoke }: KioskRowProps) {
  const { name, scope, revokedAt, pageVersion, kept } = kiosk;
  return (
    <li className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 text-sm">
          <p className="font-semibold wrap-anywhere">
            {name} <KioskState kiosk={kiosk} />
          </p>
          <p className="text-muted">
            {scope.length === 0 ? say('kiosks.forAll') : say('kiosks.forSome', { count: scope.length })}
            {pageVersion !== '' && ` · ${say('footer.version', { version: pageVersion })}`}
          </p>
        </div>
        {revokedAt === null && (
          <div className="flex gap-2">
            <Button size="small" aria-label={say('common.editNamed', { name })} onClick={onEdit}>
              {say('common.edit')}
            </Button>
            <Button size="small" aria-label={say('kiosks.revokeNamed', { name })} onClick={onRevoke}>
              {say('kiosks.revoke')}
            </Button>
          </div>
        )}
      </div>
      {kept.length > 0 && <KeptPresses name={name} kept={kept} />}
    </li>
  );
}

function KioskState({ kiosk: { seenAt, revokedAt } }: { kiosk: ListedKiosk }) {
  const zone = useSettings().data?.settings.zones ?? 'UTC';
  const isOnline = useNow((now) => seenAt !== null && now - toEpochMs(seenAt) < ONLINE_MS);
  const momentOf = (instant: string) =>
    say('kiosks.moment', {
      date: formatDate(toEpochMs(instant), zone),
      time: formatTime(toEpochMs(instant), zone),
    });
  if (revokedAt !== null) return <Badge>{say('kiosks.revokedAt', { moment: momentOf(revokedAt) })}</Badge>;
  if (isOnline) return <Badge tone="success">{say('kiosks.online')}</Badge>;
  return (
    <Badge tone="warning">
      {seenAt === null ? say('kiosks.neverSeen') : say('kiosks.seenAt', { moment: momentOf(seenAt) })}
    </Badge>
  );
}

function RevokeDialog({ kiosk: { id, name }, onClose }: { kiosk: ListedKiosk; onClose: () => void }) {
  const form = useForm({ send: () => call('revokeKiosk', { id }), onDone: onClose });
  const title = say('kiosks.revokeTitle', { name });
  return (
    <FormDialog title={title} form={form} isDestructive submit={say('kiosks.revoke')} onClose={onClose}>
      <p>{say('kiosks.revokeText')}</p>
    </FormDialog>
  );
}
