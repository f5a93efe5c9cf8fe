/** spec §2 detail modal, with what the person is doing, their week, their last days, and what can be done. */
import { FileChartColumn, Pencil } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { formatDate } from '#domain/format';
import { monthBefore } from '#domain/workplace-day';
import { openOver } from '#web/browser/navigation.ts';
import { openReportOf } from '#web/frame/report-address.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { PersonAccount } from './person-account.tsx';
import { PersonDays } from './person-days.tsx';
import { Section } from '#web/screens/admin/section.tsx';
import { PersonState } from './person-state.tsx';
import { PersonWeek } from './person-week.tsx';
import type { Shown } from './use-person.ts';

/** Three of them stand side by side on the narrowest phone, too. */
const NARROW = 'max-[22rem]:[&_svg]:hidden';

interface PersonDetailsProps {
  shown: Shown;
  /** The form has just been left: the focus is where it was opened. */
  isBack: boolean;
  onClose: () => void;
}

export function PersonDetails({ shown, isBack, onClose }: PersonDetailsProps) {
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) edit.current?.focus();
  }, [isBack]);
  const {
    view: { user, isLastAdmin, mailsBy },
    zone,
    today,
    entries,
    days,
  } = shown;
  const isEmployee = user.role === 'employee';
  const report = () => openReportOf(user.id, monthBefore(today.day), !user.isActive);
  return (
    <>
      <DialogBody isText>
        {(isEmployee || entries.length > 0) && <PersonState shown={shown} />}
        <Fields user={user} zone={zone} />
        {(isEmployee || entries.length > 0) && <PersonWeek shown={shown} />}
        <Section title="Last 14 days">
          <PersonDays days={days} shown={shown} />
        </Section>
        <Section title="Account">
          <PersonAccount
            user={user}
            isLastAdmin={isLastAdmin}
            mailsBy={mailsBy}
            hasOpenEntry={shown.state.entry !== null}
          />
        </Section>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          ref={edit}
          look={isEmployee ? 'secondary' : 'primary'}
          icon={<Pencil aria-hidden size={18} />}
          className={NARROW}
          onClick={() => openOver('edit')}
        >
          Edit
        </Button>
        {isEmployee && (
          <Button
            look="primary"
            icon={<FileChartColumn aria-hidden size={18} />}
            className={NARROW}
            onClick={report}
          >
            Report
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const Fields = ({ user, zone }: { user: User; zone: string }) => (
  <dl className="grid grid-cols-[11fr_9fr] gap-x-4 gap-y-2">
    <Field name="Employee ID">{user.employeeId}</Field>
    {user.payrollNumber !== '' && <Field name="Payroll Number">{user.payrollNumber}</Field>}
    <Field name="Position">{user.position}</Field>
    <Field name="Department">{user.department}</Field>
    <Field name="Hub">{user.hub || '-'}</Field>
    <Field name="Email">
      <Address of={user.email} />
    </Field>
    <Field name="Member Since">{formatDate(toEpochMs(user.createdAt), zone)}</Field>
  </dl>
);

/** Where it is too long for a line it breaks before its host. */
const Address = ({ of }: { of: string }) => {
  const at = of.lastIndexOf('@');
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
};

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-sm wrap-anywhere">{children}</dd>
  </div>
);
