import { Bell, CircleAlert, CircleCheck, Globe, Info, MapPin, StickyNote, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { Notification, NotificationType, Severity } from '#domain/activity';
import { formatDate, formatTime } from '#domain/format';
import { isWithin, type WorkplaceDay } from '#domain/workplace-day';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { Empty } from '../../../ui/empty.tsx';

const LOOKS: Readonly<Record<Severity, { tone: BadgeTone; icon: typeof Info; colour: string }>> = {
  success: { tone: 'success', icon: CircleCheck, colour: 'text-success' },
  info: { tone: 'accent', icon: Info, colour: 'text-accent' },
  warning: { tone: 'warning', icon: TriangleAlert, colour: 'text-warning' },
  error: { tone: 'danger', icon: CircleAlert, colour: 'text-danger' },
};

const TAGS: Readonly<Record<NotificationType, string>> = {
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

interface ActivityNotificationsProps {
  recent: readonly Notification[];
  zone: string;
  today: WorkplaceDay;
}

/** 'Activity Notifications': the last 24 hours, newest first, at most ten (spec §9). */
export const ActivityNotifications = ({ recent, zone, today }: ActivityNotificationsProps) => (
  <Card aria-labelledby="activity-notifications" className="overflow-hidden">
    <div className="p-4 pb-3"><CardTitle id="activity-notifications">Activity Notifications</CardTitle></div>
    {recent.length === 0 ? (
      <Empty icon={<Bell size={32} />} title="No recent notifications">Clock-ins, breaks and alerts of the last 24 hours appear here.</Empty>
    ) : (
      <ul className="divide-y divide-line border-t border-line lg:max-h-120 lg:overflow-y-auto" tabIndex={0} aria-labelledby="activity-notifications">
        {recent.map((notification) => <Item key={notification.id} notification={notification} zone={zone} isOfToday={isWithin(notification.timestamp, today)} />)}
      </ul>
    )}
  </Card>
);

interface ItemProps {
  notification: Notification;
  zone: string;
  isOfToday: boolean;
}

/** A notification never changes, so its id tells whether it is drawn already. */
const Item = memo(function Item({ notification: { type, message, severity, timestamp, metadata }, zone, isOfToday }: ItemProps) {
  const { tone, icon: Icon, colour } = LOOKS[severity] ?? LOOKS.error;
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-[auto_1fr_auto]">
      <Icon aria-hidden size={20} className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="min-w-0">
        <p className="text-sm wrap-anywhere sm:text-base">{message}</p>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <span className="tabular-nums">{formatTime(timestamp, zone)}{!isOfToday && `, ${formatDate(timestamp, zone)}`}</span>
          {metadata.ipAddress !== undefined && <span className="flex items-center gap-1"><Globe aria-hidden size={14} />IP: {metadata.ipAddress}</span>}
          {metadata.hasLocation && <span className="flex items-center gap-1"><MapPin aria-hidden size={14} />Location</span>}
        </p>
        {metadata.notes !== undefined && metadata.notes !== '' && <p className="mt-1 flex gap-1 text-sm text-muted"><StickyNote aria-hidden size={14} className="mt-0.5 shrink-0" /><span className="line-clamp-2 min-w-0 wrap-anywhere">{metadata.notes}</span></p>}
      </div>
      <div className="max-sm:col-start-2"><Badge tone={tone}>{TAGS[type]}</Badge></div>
    </li>
  );
}, (before, after) => before.notification.id === after.notification.id && before.zone === after.zone && before.isOfToday === after.isOfToday);
