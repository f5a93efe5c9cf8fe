import { say, type PlainKey } from '#texts/say';
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
            of={say('field.password')}
            hint={passwordHint(mailsBy, user)}
            isBlocked={isAdmin && !canHaveResetLink(mailsBy, user)}
            onClick={() => openOver('new-password')}
          >
            {say('setPassword.setNew')}
          </Action>
        )}
        {canReset && (
          <Action
            of={say('account.secondFactor')}
            hint={say('account.secondFactorHint')}
            onClick={() => openOver('second-factor')}
          >
            {say('account.resetFactor')}
          </Action>
        )}
        {user.isActive && (
          <Action
            of={isAdmin ? say('role.administrator') : say('role.employee')}
            hint={isLastAdmin ? say('account.lastAdmin') : say(ROLE_HINTS[user.role])}
            isBlocked={isLastAdmin}
            onClick={() => openOver('role')}
          >
            {isAdmin ? say('account.noLongerAdmin') : say('account.makeAdmin')}
          </Action>
        )}
        <Action
          of={user.isActive ? say('account.active') : say('account.inactive')}
          hint={activeHint(user, isSelf)}
          isBlocked={isSelf}
          look={user.isActive ? 'danger-outline' : 'secondary'}
          onClick={() => openOver('active')}
        >
          {user.isActive ? say('account.deactivate') : say('account.activate')}
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
    return canHaveResetLink(mailsBy, user) ? say('account.sendsLink') : say('account.onlyOnServer');
  if (!canHaveResetLink(mailsBy, user)) return say('account.shownOnce');
  return mailsBy === 'mail' ? say('account.sendOrShow') : say('account.showOrShow');
};

const ROLE_HINTS: Readonly<Record<User['role'], PlainKey>> = {
  admin: 'account.adminRole',
  employee: 'account.employeeRole',
};

function activeHint({ isActive }: User, isSelf: boolean): string {
  if (isSelf) return say('employee.notYourself');
  return isActive ? say('account.canSignIn') : say('account.cannotSignIn');
}

interface ActionProps extends ComponentProps<typeof Button> {
  of: string;
  hint: string;
}

export const Action = ({ of, hint, ...button }: ActionProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2">
    <p className="min-w-0 flex-1 basis-36 text-sm">
      <span className="block font-semibold">{of}</span>
      <span className="block text-muted">{hint}</span>
    </p>
    <Button size="small" className="min-w-40 max-sm:grow" {...button} />
  </li>
);

/** Shown before a deactivation or a promotion to administrator: afterwards the person cannot clock out. */
const withOpenEntry = (text: string, hasOpenEntry: boolean): string =>
  hasOpenEntry ? `${text} ${say('account.openEntryStays')}` : text;

type RoleQuestionProps = { user: User; isSelf: boolean; hasOpenEntry: boolean };

function RoleQuestion({ user, isSelf, hasOpenEntry }: RoleQuestionProps) {
  const role = user.role === 'admin' ? 'employee' : 'admin';
  return (
    <AccountQuestion
      title={
        role === 'admin'
          ? say('account.makeAdminQuestion', { name: user.name })
          : say('account.makeEmployeeQuestion', { name: user.name })
      }
      submit={role === 'admin' ? say('account.makeAdmin') : say('account.noLongerAdmin')}
      segment="role"
      send={(callConfirmed) => callConfirmed('setRole', { id: user.id, role })}
      done={() => [
        role === 'admin'
          ? say('account.isAdmin', { name: user.name })
          : say('account.isEmployee', { name: user.name }),
      ]}
    >
      {role === 'admin'
        ? withOpenEntry(say('account.makeAdminText'), hasOpenEntry)
        : isSelf
          ? say('account.makeYouEmployeeText')
          : say('account.makeEmployeeText')}
    </AccountQuestion>
  );
}

const ResetQuestion = ({ user }: { user: User }) => (
  <AccountQuestion
    title={say('account.resetFactorQuestion', { name: user.name })}
    submit={say('account.resetFactor')}
    isDestructive
    segment="second-factor"
    send={(callConfirmed) => callConfirmed('resetSecondFactor', { id: user.id })}
    done={() => [say('account.factorReset', { name: user.name })]}
  >
    {say('account.factorResetText')}
  </AccountQuestion>
);

function ActivationQuestion({ user, hasOpenEntry }: { user: User; hasOpenEntry: boolean }) {
  const { isActive } = user;
  const undoOf = useEmployeeEditUndo();
  return (
    <AccountQuestion
      title={
        isActive
          ? say('account.deactivateQuestion', { name: user.name })
          : say('account.activateQuestion', { name: user.name })
      }
      submit={isActive ? say('account.deactivate') : say('account.activate')}
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
      {isActive ? withOpenEntry(say('account.deactivateText'), hasOpenEntry) : say('account.activateText')}
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
