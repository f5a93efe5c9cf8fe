/** One notification, in the tab's list and in the whole feed alike. */
import { Globe, MapPin, StickyNote } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ActivityNotification } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { besideName, type NotificationType, type Severity } from '#domain/activity';
import { formatDate, formatTime } from '#domain/format';
import { isWithin, type WorkplaceDay } from '#domain/workplace-day';
import { PersonLink } from '#web/frame/person-link.tsx';
import { WhichPerson } from '#web/frame/which-person.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { ClampedText } from '#web/ui/clamped-text.tsx';
import { classes } from '#web/ui/classes.ts';
import type { Watch } from './use-reading.ts';

const TONES: Readonly<Record<Severity, BadgeTone>> = {
  success: 'success',
  info: 'accent',
  warning: 'warning',
  error: 'danger',
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

/**
 * A line of 40 px that says each thing once: the time at its left and the tag at its right say half of the message,
 * which is heard in full all the same. Any other severity is treated as an error (spec §3).
 */
export const NotificationItem = memo(function NotificationItem({
  notification,
  zone,
  today,
  isUnread,
  watch,
}: NotificationItemProps) {
  const { type, userName, severity, timestamp, metadata } = notification;
  const at = toEpochMs(timestamp);
  return (
    <li
      ref={isUnread ? watch : undefined}
      className="relative flex min-h-10 items-center gap-3 px-4 py-0.5 text-sm"
    >
      {isUnread && (
        <span className="absolute inset-y-0 left-0 w-1 bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <span className="w-9 shrink-0 text-xs text-muted tabular-nums">{formatTime(at, zone)}</span>
      <div className="min-w-0 grow">
        <div className="flex flex-col wrap-anywhere @lg:flex-row @lg:flex-wrap @lg:items-center @lg:gap-x-3">
          <Message notification={notification}>
            {!isWithin(at, today) && <span>{formatDate(at, zone)}</span>}
            {metadata.ipAddress !== undefined && (
              <Hint icon={<Globe aria-hidden size={12} />}>IP: {metadata.ipAddress}</Hint>
            )}
            {metadata.hasLocation && <Hint icon={<MapPin aria-hidden size={12} />}>Location</Hint>}
          </Message>
        </div>
        {metadata.notes !== undefined && metadata.notes !== '' && (
          <div className="flex gap-1 text-xs text-muted">
            <StickyNote aria-hidden size={12} className="mt-0.5 shrink-0" />
            <ClampedText of={`the notes of ${userName}`}>{metadata.notes}</ClampedText>
          </div>
        )}
      </div>
      <Badge tone={TONES[severity] ?? TONES.error}>{TYPE_LABEL[type]}</Badge>
    </li>
  );
});

/** Who it is about, and below the name, or beside it where there is room, what time and tag do not say. */
function Message({
  notification: { type, message, userId, userName, employeeId },
  children,
}: {
  notification: ActivityNotification;
  children: ReactNode;
}) {
  const rest = besideName({ type, message, userName });
  // Nearly every message begins with the name; one of a closing has it within.
  const at = message.indexOf(userName);
  const after = message.slice(at === -1 ? 0 : at + userName.length);
  return (
    <>
      <p>
        {message.slice(0, Math.max(0, at))}
        {at !== -1 && (
          <PersonLink
            person={{ id: userId, name: userName, employeeId }}
            isRoomy
            className={classes(rest !== null && 'font-semibold')}
          >
            {userName}
          </PersonLink>
        )}
        {rest === null && after}
        <WhichPerson id={userId} employeeId={employeeId} />
        {rest !== null && <span className="sr-only">{message.slice(userName.length)}</span>}
      </p>
      <p className="flex flex-wrap gap-x-2 text-xs text-muted empty:hidden">
        {rest !== null && rest !== '' && <span aria-hidden>{rest}</span>}
        {children}
      </p>
    </>
  );
}

/** A sign that says more to who points at it, or hears it. */
const Hint = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="inline-flex items-center">
    {icon}
    <span className="sr-only">{children}</span>
  </span>
);
