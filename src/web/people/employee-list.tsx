import { useLanguage } from '#web/browser/language.ts';
import { say } from '#texts/say';
import { ChevronRight, Hourglass, TriangleAlert, UserX } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { initials } from '#domain/people/employee';
import { formatDate } from '#domain/time/format';
import { endMissingText } from '#domain/entry/time-entry';
import { openOver } from '#web/browser/navigation.ts';
import { PersonName } from '#web/frame/person-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { OrderFreeze } from '#web/ui/frozen-order.tsx';
import type { Staff } from './use-employees.ts';

interface EmployeeListProps extends Pick<Staff, 'people' | 'zone' | 'leftOpen'> {
  handlers: OrderFreeze['handlers'];
}

export const EmployeeList = ({ people, zone, leftOpen, handlers }: EmployeeListProps) => (
  <ul aria-label={say('employee.many')} className="divide-y divide-line" {...handlers}>
    {people.map((user) => (
      <EmployeeListRow key={user.id} user={user} zone={zone} isLeftOpen={leftOpen.has(user.id)} />
    ))}
  </ul>
);

type PersonProps = { user: User; zone: string; isLeftOpen: boolean };

const EmployeeListRow = memo(function Person({ user, zone, isLeftOpen }: PersonProps) {
  useLanguage();
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openOver(user.id)}
        className="grid min-h-16 w-full grid-cols-[auto_minmax(0,1fr)] items-center max-sm:items-start gap-x-3 gap-y-1 px-4 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2 sm:grid-cols-[auto_minmax(0,3fr)_minmax(0,2fr)_9rem_auto]"
      >
        <Avatar letters={initials(user.name)} of={user.id} />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold wrap-anywhere">
              <PersonName person={user} />
            </span>
            <RoleBadge role={user.role} />
            {!user.isActive && <InactiveBadge user={user} />}
            {isLeftOpen && (
              <Badge tone="warning" icon={<TriangleAlert size={14} />}>
                {endMissingText()}
              </Badge>
            )}
          </span>
          <span className="block text-sm text-muted wrap-anywhere">{user.email}</span>
        </span>
        <span className="min-w-0 text-sm text-muted max-sm:hidden">
          <span className="block truncate">{user.department}</span>
          <span className="block truncate">{user.position}</span>
        </span>
        <span className="text-sm whitespace-nowrap text-muted tabular-nums max-sm:col-start-2 max-sm:row-start-2">
          {say('employee.addedOn', { day: formatDate(toEpochMs(user.createdAt), zone) })}
        </span>
        <ChevronRight size={20} className="text-muted max-sm:hidden" />
      </button>
    </li>
  );
});

export const PersonBadges = ({ user, aside }: { user: User; aside?: ReactNode }) => (
  <p className="mt-0.5 flex flex-wrap gap-2">
    <RoleBadge role={user.role} />
    {!user.isActive && <InactiveBadge user={user} />}
    {aside}
  </p>
);

const InactiveBadge = ({ user }: { user: User }) =>
  user.awaitsApproval ? (
    <Badge tone="warning" icon={<Hourglass size={14} />}>
      {say('employee.awaitsApproval')}
    </Badge>
  ) : (
    <Badge tone="danger" icon={<UserX size={14} />}>
      {say('employee.inactive')}
    </Badge>
  );

const RoleBadge = ({ role }: { role: User['role'] }) => (
  <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>
    {role === 'admin' ? say('role.admin') : say('role.employee')}
  </Badge>
);
