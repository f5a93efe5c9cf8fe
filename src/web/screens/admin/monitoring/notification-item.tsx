/** One notification, in the tab's list and in the whole feed alike. */
import { CircleAlert, CircleCheck, Globe, Info, MapPin, StickyNote, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { ActivityNotification } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import type { NotificationType, Severity } from '#domain/activity';
import { formatDate, formatTime } from '#domain/format';
import { isWithin, type WorkplaceDay } from '#domain/workplace-day';
import { WhichPerson } from '#web/frame/which-person.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { ClampedText } from '#web/ui/clamped-text.tsx';
import type { Watch } from './use-reading.ts';

const LOOKS: Readonly<Record<Severity, { tone: BadgeTone; icon: typeof Info; look: string }>> = {
  success: { tone: 'success', icon: CircleCheck, look: 'bg-success-soft text-success' },
  info: { tone: 'accent', icon: Info, look: 'bg-accent-soft text-accent' },
  warning: { tone: 'warning', icon: TriangleAlert, look: 'bg-warning-soft text-warning' },
  error: { tone: 'danger', icon: CircleAlert, look: 'bg-danger-soft text-danger' },
};

export const TYPE_LABEL: Readonly<Record<NotificationType, string>> = {
  employee_registered: 'Registered',
  clock_in: 'Clock In',
  late_arrival: 'Late Arrival',
  clock_out: 'Clock Out',
  overtime: 'Overtime',
  break_start: 'Break Start',
  break_end: 'Break End',
  employee_updated: 'Updated',
  employee_deactivated: 'Deactivated',
};

interface NotificationItemProps {
  notification: ActivityNotification;
  zone: string;
  today: WorkplaceDay;
  /** Not seen by any admin, and recent enough to matter. */
  isUnread: boolean;
  /** Marks one that is unread as read when it is looked at. */
  watch: Watch;
}

/** Any other severity is treated as an error (spec §3). */
export const NotificationItem = memo(function NotificationItem({
  notification: { type, message, userId, userName, employeeId, severity, timestamp, metadata },
  zone,
  today,
  isUnread,
  watch,
}: NotificationItemProps) {
  const { tone, icon: Icon, look } = LOOKS[severity] ?? LOOKS.error;
  const at = toEpochMs(timestamp);
  return (
    <li
      ref={isUnread ? watch : undefined}
      className="relative grid grid-cols-[auto_1fr_auto] gap-x-3 px-4 py-2"
    >
      {isUnread && (
        <span className="absolute inset-y-0 left-0 w-1 bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <span aria-hidden className={`row-span-2 grid size-8 place-items-center rounded-full ${look}`}>
        <Icon size={16} />
      </span>
      <p className="min-w-0 text-sm text-pretty wrap-anywhere max-sm:col-span-2">
        {message}
        <WhichPerson id={userId} employeeId={employeeId} />
      </p>
      <div className="max-sm:order-last max-sm:self-start">
        <Badge tone={tone}>{TYPE_LABEL[type]}</Badge>
      </div>
      <div className="col-start-2 text-sm text-muted sm:col-span-2">
        <p className="flex flex-wrap gap-x-3">
          <span className="tabular-nums">
            {formatTime(at, zone)}
            {!isWithin(at, today) && `, ${formatDate(at, zone)}`}
          </span>
          {metadata.ipAddress !== undefined && (
            <span className="flex items-center gap-1">
              <Globe aria-hidden size={14} />
              IP: {metadata.ipAddress}
            </span>
          )}
          {metadata.hasLocation && (
            <span className="flex items-center gap-1">
              <MapPin aria-hidden size={14} />
              Location
            </span>
          )}
        </p>
        {metadata.notes !== undefined && metadata.notes !== '' && (
          <div className="mt-0.5 flex gap-1">
            <StickyNote aria-hidden size={14} className="mt-0.5 shrink-0" />
            <ClampedText of={`the notes of ${userName}`}>{metadata.notes}</ClampedText>
          </div>
        )}
      </div>
    </li>
  );
});
