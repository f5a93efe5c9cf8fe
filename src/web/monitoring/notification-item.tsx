import { useLanguage } from '#web/browser/language.ts';
import { say, type PlainKey } from '#texts/say';
import { Globe, MapPin } from 'lucide-react';
import { memo, useCallback } from 'react';
import type { ActivityNotification } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import type { NotificationType, Severity } from '#domain/entry/activity';
import { readNotification } from '#domain/entry/notification-text';
import { formatDate, formatTime } from '#domain/time/format';
import { isWithin, type WorkplaceDay } from '#domain/time/workplace-day';
import { PersonLink, EmployeeIdIfAmbiguous } from '#web/frame/person-name.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { richly } from '#web/ui/rich-text.tsx';
import { ShortNotes } from '#web/people/session-facts.tsx';
import type { Watch } from './use-mark-as-read.ts';

const TONES: Readonly<Record<Severity, BadgeTone>> = {
  success: 'success',
  info: 'accent',
  warning: 'warning',
  error: 'danger',
};

export const NOTIFICATION_TYPE_LABEL = {
  employee_registered: 'notification.registered',
  clock_in: 'notification.clockIn',
  late_arrival: 'notification.lateArrival',
  clock_out: 'notification.clockOut',
  overtime: 'notification.overtime',
  break_start: 'notification.breakStart',
  break_end: 'notification.breakEnd',
  employee_updated: 'notification.updated',
  employee_deactivated: 'notification.deactivated',
} as const satisfies Readonly<Record<NotificationType, PlainKey>>;

interface NotificationItemProps {
  notification: ActivityNotification;
  zone: string;
  today: WorkplaceDay;
  isUnread: boolean;
  watch: Watch;
}

/** A notification with an unknown severity is shown as an error (spec §3). */
export const NotificationItem = memo(function NotificationItem({
  notification,
  zone,
  today,
  isUnread,
  watch,
}: NotificationItemProps) {
  useLanguage();
  const { id, type, userName, severity, timestamp, metadata } = notification;
  const at = toEpochMs(timestamp);
  const watchItem = useCallback((element: HTMLLIElement) => watch(element, id), [watch, id]);
  return (
    <li
      ref={isUnread ? watchItem : undefined}
      className="relative flex min-h-10 items-center gap-3 px-4 py-0.5 text-sm"
    >
      {isUnread && (
        <span className="absolute inset-y-0 inset-s-0 w-1 bg-accent">
          <span className="sr-only">{say('notification.unread')}</span>
        </span>
      )}
      <span className="min-w-9 shrink-0 text-xs whitespace-nowrap text-muted tabular-nums">
        {formatTime(at, zone)}
      </span>
      <div className="min-w-0 grow">
        <div className="flex flex-col wrap-anywhere @lg:flex-row @lg:flex-wrap @lg:items-center @lg:gap-x-3">
          <NotificationMessage notification={notification} />
          <p className="flex flex-wrap gap-x-2 text-xs text-muted empty:hidden">
            {!isWithin(at, today) && <span>{formatDate(at, zone)}</span>}
            {metadata.ipAddress !== undefined && (
              <span className="flex items-center gap-1">
                <Globe size={12} />
                {say('entry.ipAddress', { address: metadata.ipAddress })}
              </span>
            )}
            {metadata.kiosk !== undefined && <span>{say('entry.kiosk', { kiosk: metadata.kiosk })}</span>}
            {metadata.hasLocation && (
              <span className="flex items-center gap-1">
                <MapPin size={12} />
                {say('notification.location')}
              </span>
            )}
          </p>
        </div>
        <ShortNotes of={userName}>{metadata.notes ?? ''}</ShortNotes>
      </div>
      <Badge tone={TONES[severity] ?? TONES.error}>{say(NOTIFICATION_TYPE_LABEL[type])}</Badge>
    </li>
  );
});

/** A message that cannot be read back is shown as it is stored, without a link. */
function NotificationMessage({ notification }: Pick<NotificationItemProps, 'notification'>) {
  const { message, userId, userName, employeeId } = notification;
  const read = readNotification(message, userName);
  const name = (
    <>
      <PersonLink person={{ id: userId, name: userName, employeeId }} hasLargeTapArea>
        {userName}
      </PersonLink>
      <EmployeeIdIfAmbiguous id={userId} employeeId={employeeId} />
    </>
  );
  return <p className="text-balance">{read ? richly(read.key, { ...read.values, name }) : message}</p>;
}
