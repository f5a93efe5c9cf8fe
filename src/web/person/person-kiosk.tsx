/** How kiosks know somebody: PIN, badges and cards. */
import { say, textTable } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import type { PersonBadges } from '#contract/kiosk/kiosk';
import type { LiveChange } from '#contract/monitoring/live';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { formatDate } from '#domain/time/format';
import { openOver, useOpened, usePlace } from '#web/browser/navigation.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import PrintCards from '#web/people/print-cards.tsx';
import { TemporaryPinDialog } from '#web/people/temporary-pin.tsx';
import { BADGE_KINDS } from '#web/security/badge-kinds.ts';
import { ConfirmedQuestion } from '#web/session/confirm-identity.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { Action } from './person-account.tsx';

type Badge = PersonBadges['badges'][number];

const PIN_HINTS = textTable({
  none: 'kioskAccess.pinNone',
  temporary: 'kioskAccess.pinTemporary',
  own: 'kioskAccess.pinOwn',
});

const concernsBadges = ({ kind }: LiveChange): boolean =>
  kind === 'badge_added' || kind === 'badge_removed' || kind === 'pin_changed';

export function PersonKiosk({ user, zone }: { user: User; zone: string }) {
  const input = { id: user.id };
  const query = useLiveQuery('personBadges', concernsBadges, { input });
  const { data } = query;
  const opened = useOpened('temporary-pin', 'cards', 'remove-badge');
  // Administrators choose their own PIN: with another's, one could act as that one.
  const canHavePin = user.isActive && user.role !== 'admin';
  const removedId = usePlace(({ path }) => path[path.indexOf('remove-badge') + 1]);
  const removed = data?.badges.find(({ id }) => id === removedId);
  if (!data)
    return (
      <LoadFailure
        title={say('kioskAccess.notLoaded')}
        query={query}
        waiting={<Skeleton className="h-40" />}
      />
    );
  return (
    <>
      <ul
        aria-label={say('kioskAccess.title')}
        className="divide-y divide-line rounded-md border border-line"
      >
        <Action
          of={say('kioskAccess.pin')}
          hint={PIN_HINTS[data.pin]}
          isBlocked={!canHavePin}
          onClick={() => openOver('temporary-pin')}
        >
          {say('temporaryPin.title')}
        </Action>
        {data.badges.map((badge) => (
          <Action
            key={badge.id}
            of={BADGE_KINDS[badge.kind]}
            hint={addedText(badge, zone)}
            look="danger-outline"
            onClick={() => openOver('remove-badge', badge.id)}
          >
            {say('common.remove')}
            <span className="sr-only">{` ${BADGE_KINDS[badge.kind]}, ${addedText(badge, zone)}`}</span>
          </Action>
        ))}
        <Action
          of={data.badges.length === 0 ? say('kioskAccess.none') : say('kioskAccess.more')}
          hint={say('kioskAccess.register')}
          isBlocked={!user.isActive}
          onClick={() => openOver('cards')}
        >
          {say('kioskAccess.printCard')}
        </Action>
      </ul>
      {opened === 'temporary-pin' && canHavePin && <TemporaryPinDialog user={user} />}
      {opened === 'cards' && user.isActive && <PrintCards people={[user]} />}
      {opened === 'remove-badge' && removed && <RemoveQuestion user={user} badge={removed} />}
    </>
  );
}

function addedText({ createdAt, createdBy }: Badge, zone: string): string {
  const date = formatDate(toEpochMs(createdAt), zone);
  return createdBy === null
    ? say('badges.added', { date })
    : say('kioskAccess.addedBy', { date, name: createdBy });
}

function RemoveQuestion({ user: { id, name }, badge }: { user: User; badge: Badge }) {
  const client = useQueryClient();
  const showToast = useToast();
  const [title, removed] =
    badge.kind === 'card'
      ? [say('kioskAccess.removeCard', { name }), say('kioskAccess.cardRemoved')]
      : [say('kioskAccess.removeBadge', { name }), say('kioskAccess.badgeRemoved')];
  return (
    <ConfirmedQuestion
      title={title}
      submit={say('common.remove')}
      isDestructive
      segment="remove-badge"
      send={(callConfirmed) => callConfirmed('removeBadge', { id, badgeId: badge.id })}
      onDone={(badges) => {
        client.setQueryData(['personBadges', { id }], badges);
        showToast(removed);
      }}
    >
      {say('kioskAccess.removeText')}
    </ConfirmedQuestion>
  );
}
