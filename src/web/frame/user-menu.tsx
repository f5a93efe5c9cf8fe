import { say } from '#texts/say';
import type { User } from '#contract/records';
import { LogOut, Monitor, Moon, ShieldCheck, Sun, User as Person, UserPen } from 'lucide-react';
import { initials } from '#domain/people/employee';
import { LANGUAGE_CODES, LANGUAGES } from '#texts/languages';
import { useLanguage } from '#web/browser/language.ts';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { chooseLanguage } from '#web/session/language.ts';
import { useToast } from '#web/ui/toast.tsx';
import { THEMES, THEME_LABELS, chooseTheme, useTheme } from '#web/browser/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const ROLES = {
  admin: { label: 'menu.admin', icon: ShieldCheck },
  employee: { label: 'menu.employee', icon: Person },
} as const;

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

const AccountDialog = onDemand(() => import('./account-dialog.tsx'));

const Security = onDemand(() => import('#web/security/security.tsx'));

export function UserMenu({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const { label, icon: Icon } = ROLES[user.role];
  const role = say(label);
  const dialog = useOpened('change-name', 'change-password');
  const security = useOpened('security');
  const shown = useTheme();
  const themes = THEMES.map((theme) => {
    const ThemeIcon = THEME_ICONS[theme];
    return {
      label: say(THEME_LABELS[theme]),
      icon: <ThemeIcon size={16} />,
      isChosen: theme === shown,
      choose: () => chooseTheme(theme),
    };
  });
  const language = useLanguage();
  const showToast = useToast();
  const languages = LANGUAGE_CODES.map((code) => ({
    label: LANGUAGES[code].name,
    icon: null,
    isChosen: code === language,
    choose: () => void chooseLanguage(code, true).then((problem) => problem && showToast(problem)),
  }));
  return (
    <>
      <Menu
        label={say('menu.label')}
        button={
          <>
            <Avatar letters={initials(user.name)} of={user.id} />
            <span className="min-w-0 max-sm:sr-only">
              <span className="block truncate text-sm font-semibold sm:max-w-40">{user.name}</span>
              <span className="block truncate text-xs text-muted">{role}</span>
            </span>
          </>
        }
        heading={
          <div className="flex flex-col items-start gap-1">
            <span className="font-semibold">{user.name}</span>
            <span className="text-sm text-muted">{user.employeeId || user.email}</span>
            <Badge tone="accent" icon={<Icon size={14} />}>
              {role}
            </Badge>
          </div>
        }
        items={[
          {
            label: say('account.changeName'),
            icon: <UserPen size={20} />,
            choose: () => openOver('change-name'),
          },
          {
            label: say('account.security'),
            icon: <ShieldCheck size={20} />,
            choose: () => openOver('security'),
          },
          { label: say('theme.title'), options: themes },
          { label: say('language.label'), options: languages },
          { label: say('common.signOut'), icon: <LogOut size={20} />, choose: onSignOut },
        ]}
      />
      {security && <Security />}
      {dialog && <AccountDialog opened={dialog} user={user} onClosed={() => closeOver(dialog)} />}
    </>
  );
}
