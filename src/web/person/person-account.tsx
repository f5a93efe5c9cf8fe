import type { ComponentProps } from 'react';
import type { PersonView } from '#contract/people/employees';
import type { User } from '#contract/records';
import { openOver, useOpened } from '#web/browser/navigation.ts';
import { useAuth } from '#web/session/auth.ts';
import { ConfirmedQuestion } from '#web/session/confirm-identity.tsx';
import { Button } from '#web/ui/button.tsx';
import { useToast, type Undo } from '#web/ui/toast.tsx';
import { valuesOf, savedMessage, useEmployeeEditUndo } from '#web/people/employee-form.ts';
import { canHaveResetLink, SetPasswordDialog } from '#web/people/set-password.tsx';
import { useApplyEmployee, useReloadEmployees } from '#web/people/use-employees.ts';
import type { ShownPerson } from '#web/people/use-person.ts';

export function PersonAccount({ shown: { view, state } }: { shown: ShownPerson }) {
  const { user, isLastAdmin, mailsBy } = view;
  const hasOpenEntry = state.entry !== null;
  const isSelf = useAuth().user?.id === user.id;
  const opened = useOpened('new-password', 'role', 'active', 'second-factor');
  const isAdmin = user.role === 'admin';
  // An administrator's second factor can be reset only on the command line.
  const canReset = user.hasSecondFactor === true && !isAdmin;
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line">
        {!isSelf && (
          <Action
            of="Password"
            hint={passwordHint(mailsBy, user)}
            isBlocked={isAdmin && !canHaveResetLink(mailsBy, user)}
            onClick={() => openOver('new-password')}
          >
            Set a new password
          </Action>
        )}
        {canReset && (
          <Action
            of="Second factor"
            hint="For somebody who lost their phone and their recovery codes."
            onClick={() => openOver('second-factor')}
          >
            Reset second factor
          </Action>
        )}
        {user.isActive && (
          <Action
            of={isAdmin ? 'Administrator' : 'Employee'}
            hint={isLastAdmin ? 'There must be an active administrator.' : ROLE_HINTS[user.role]}
            isBlocked={isLastAdmin}
            onClick={() => openOver('role')}
          >
            {isAdmin ? 'No longer administrator' : 'Make administrator'}
          </Action>
        )}
        <Action
          of={user.isActive ? 'Active' : 'Inactive'}
          hint={activeHint(user, isSelf)}
          isBlocked={isSelf}
          look={user.isActive ? 'danger-outline' : 'secondary'}
          onClick={() => openOver('active')}
        >
          {user.isActive ? 'Deactivate' : 'Activate'}
        </Action>
      </ul>
      {opened === 'new-password' && !isSelf && <SetPasswordDialog user={user} mailsBy={mailsBy} />}
      {opened === 'second-factor' && canReset && <ResetQuestion user={user} />}
      {opened === 'role' && user.isActive && !isLastAdmin && (
        <RoleQuestion user={user} isSelf={isSelf} hasOpenEntry={hasOpenEntry} />
      )}
      {opened === 'active' && !isSelf && <ActivationQuestion user={user} hasOpenEntry={hasOpenEntry} />}
    </>
  );
}

const passwordHint = (mailsBy: PersonView['mailsBy'], user: User): string => {
  if (user.role === 'admin')
    return canHaveResetLink(mailsBy, user) ? 'Send a link.' : 'Only on the server, for administrators.';
  if (!canHaveResetLink(mailsBy, user)) return 'Shown once. Pass it on.';
  return `${mailsBy === 'mail' ? 'Send' : 'Show'} a link, or show a password once.`;
};

const ROLE_HINTS: Readonly<Record<User['role'], string>> = {
  admin: 'Manages people, reports and settings.',
  employee: 'Clocks in, and sees their own hours.',
};

function activeHint({ isActive }: User, isSelf: boolean): string {
  if (isSelf) return 'You cannot deactivate your own account.';
  return isActive ? 'Can sign in.' : 'Cannot sign in. Their hours are kept.';
}

interface ActionProps extends ComponentProps<typeof Button> {
  of: string;
  hint: string;
}

const Action = ({ of, hint, ...button }: ActionProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2">
    <p className="min-w-0 flex-1 basis-36 text-sm">
      <span className="block font-semibold">{of}</span>
      <span className="block text-muted">{hint}</span>
    </p>
    <Button size="small" className="min-w-40 max-sm:grow" {...button} />
  </li>
);

/** Shown before a deactivation or a promotion to administrator: afterwards the person cannot clock out. */
const OPEN_ENTRY = ' The open entry stays open until an administrator closes it.';

type RoleQuestionProps = { user: User; isSelf: boolean; hasOpenEntry: boolean };

function RoleQuestion({ user, isSelf, hasOpenEntry }: RoleQuestionProps) {
  const role = user.role === 'admin' ? 'employee' : 'admin';
  const who = isSelf ? 'You are' : 'They are';
  return (
    <AccountQuestion
      title={
        role === 'admin' ? `Make ${user.name} an administrator?` : `Make ${user.name} an employee again?`
      }
      submit={role === 'admin' ? 'Make administrator' : 'No longer administrator'}
      segment="role"
      send={(callConfirmed) => callConfirmed('setRole', { id: user.id, role })}
      done={() => [
        role === 'admin' ? `${user.name} is now an administrator.` : `${user.name} is an employee again.`,
      ]}
    >
      {role === 'admin'
        ? `Administrators see everybody's hours, manage people and change the settings. They have no clock of their own. ${who} signed out, and sign in again as an administrator.`
        : `An employee has a clock and sees only their own hours. ${who} signed out, and sign in again as an employee.`}
      {role === 'admin' && hasOpenEntry && OPEN_ENTRY}
    </AccountQuestion>
  );
}

const ResetQuestion = ({ user }: { user: User }) => (
  <AccountQuestion
    title={`Reset the second factor of ${user.name}?`}
    submit="Reset second factor"
    isDestructive
    segment="second-factor"
    send={(callConfirmed) => callConfirmed('resetSecondFactor', { id: user.id })}
    done={() => [`${user.name} signs in by password alone now.`]}
  >
    They then sign in with their password alone, and can set up a new one. Make sure that it is really them
    who asks.
  </AccountQuestion>
);

function ActivationQuestion({ user, hasOpenEntry }: { user: User; hasOpenEntry: boolean }) {
  const { isActive } = user;
  const undoOf = useEmployeeEditUndo();
  return (
    <AccountQuestion
      title={isActive ? `Deactivate ${user.name}?` : `Activate ${user.name}?`}
      submit={isActive ? 'Deactivate' : 'Activate'}
      isDestructive={isActive}
      segment="active"
      send={(callConfirmed) =>
        callConfirmed('updateEmployee', {
          id: user.id,
          version: user.version,
          ...valuesOf(user),
          role: user.role,
          isActive: !isActive,
        })
      }
      done={(saved) => [savedMessage(user, saved), undoOf(user, saved)]}
    >
      {isActive
        ? 'They are signed out at once and cannot sign in again. Their hours and reports are kept.'
        : 'They can sign in again with their old password.'}
      {isActive && hasOpenEntry && OPEN_ENTRY}
    </AccountQuestion>
  );
}

interface QuestionProps extends Omit<
  ComponentProps<typeof ConfirmedQuestion<{ readonly user: User }>>,
  'onDone'
> {
  done: (saved: User) => readonly [message: string, undo?: Undo];
}

function AccountQuestion({ done, ...question }: QuestionProps) {
  const apply = useApplyEmployee();
  const reload = useReloadEmployees();
  const showToast = useToast();
  return (
    <ConfirmedQuestion
      {...question}
      onFailed={reload}
      onDone={({ user }) => {
        apply(user);
        showToast(...done(user));
      }}
    />
  );
}
