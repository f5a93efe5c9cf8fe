import { Clock, KeyRound, Pencil, TriangleAlert, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/format';
import { formatDuration } from '#domain/time';
import { workedMinutes } from '#domain/worked-time';
import { useAuth } from '#web/session/auth.ts';
import { LiveText } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { RoleBadge } from './employee-list.tsx';
import type { OpenEntry } from './use-employees.ts';

interface EmployeeDetailsProps {
  user: User;
  zone: string;
  open: OpenEntry | undefined;
  onEdit: () => void;
  onSetPassword: () => void;
  onCloseEntry: () => void;
  onClose: () => void;
}

/**
 * spec §2 detail modal; an entry that is open stands here too, with what an admin can do about one that was
 * left open.
 */
export const EmployeeDetails = ({
  user,
  zone,
  open,
  onEdit,
  onSetPassword,
  onCloseEntry,
  onClose,
}: EmployeeDetailsProps) => (
  <>
    <DialogBody>
      <p className="flex flex-wrap gap-2">
        <RoleBadge role={user.role} />
        {user.isActive ? (
          <Badge tone="success">Active</Badge>
        ) : (
          <Badge tone="danger" icon={<UserX aria-hidden size={14} />}>
            Inactive
          </Badge>
        )}
      </p>
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Item name="Employee ID">{user.employeeId}</Item>
        <Item name="Department">{user.department}</Item>
        <Item name="Hub">{user.hub || '-'}</Item>
        <Item name="Position">{user.position}</Item>
        <Item name="Email" isWide>
          {user.email}
        </Item>
        <Item name="Member Since">{formatDate(toEpochMs(user.createdAt), zone)}</Item>
      </dl>
      {open && <Open open={open} zone={zone} isActive={user.isActive} onCloseEntry={onCloseEntry} />}
    </DialogBody>
    <DialogActions>
      <SetPasswordButton user={user} onSetPassword={onSetPassword} />
      <Button onClick={onClose}>Close</Button>
      <Button look="primary" icon={<Pencil aria-hidden size={18} />} onClick={onEdit}>
        Edit
      </Button>
    </DialogActions>
  </>
);

/** The own password is changed in the user menu. */
function SetPasswordButton({ user, onSetPassword }: Pick<EmployeeDetailsProps, 'user' | 'onSetPassword'>) {
  if (useAuth().user?.id === user.id) return null;
  return (
    <Button
      look="quiet"
      icon={<KeyRound aria-hidden size={18} />}
      onClick={onSetPassword}
      className="mr-auto"
    >
      Set a new password
    </Button>
  );
}

const Item = ({
  name,
  isWide = false,
  children,
}: {
  name: string;
  isWide?: boolean;
  children: ReactNode;
}) => (
  <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

/** Only what was left open can be closed here: whoever works today clocks out themselves. */
const Open = ({
  open: { entry, isLeftOpen },
  zone,
  isActive,
  onCloseEntry,
}: {
  open: OpenEntry;
  zone: string;
  isActive: boolean;
  onCloseEntry: () => void;
}) => (
  <section
    aria-label="Open entry"
    className={
      isLeftOpen ? 'rounded-md border-l-4 border-warning bg-warning-soft p-3' : 'rounded-md bg-sunken p-3'
    }
  >
    <p className="flex items-center gap-2 font-semibold">
      {isLeftOpen ? (
        <TriangleAlert aria-hidden size={18} className="shrink-0 text-warning" />
      ) : (
        <Clock aria-hidden size={18} className="shrink-0 text-muted" />
      )}
      {isLeftOpen ? 'This entry was left open' : 'Clocked in'}
    </p>
    <p className="mt-1 text-sm tabular-nums">
      Since {formatDate(entry.clockIn, zone)}, {formatTime(entry.clockIn, zone)} (
      <LiveText of={(now) => formatDuration(workedMinutes(entry, now))} />)
    </p>
    {isLeftOpen && (
      <>
        <p className="text-sm">
          {isActive ? 'It is from an earlier day.' : 'Its employee is inactive and cannot clock out.'}
        </p>
        <Button size="small" className="mt-2" onClick={onCloseEntry}>
          Close entry
        </Button>
      </>
    )}
  </section>
);
