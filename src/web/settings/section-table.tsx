/** The sections of Settings: their addresses (#settings/holidays), the list, and what Find finds. */
import { say, type PlainKey } from '#texts/say';
import {
  Archive,
  Building2,
  CalendarCheck,
  CalendarClock,
  CalendarHeart,
  Mail,
  Network,
  TreePalm,
  ShieldCheck,
  TabletSmartphone,
  SlidersHorizontal,
  Timer,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import { goTo } from '#web/browser/navigation.ts';
import type { QuickAction } from '#web/frame/quick-actions.tsx';

interface SectionRow {
  /** Unlike each dialog's, since the address of a dialog follows that of the section. */
  readonly name: string;
  readonly title: PlainKey;
  readonly icon: LucideIcon;
  /** Labels in the section, for Find. */
  readonly words: PlainKey;
  readonly startsGroup?: true;
}

export const SETTINGS_SECTIONS = [
  {
    name: 'hours',
    title: 'sections.hours',
    icon: Timer,
    words: 'sections.hoursWords',
  },
  {
    name: 'pay-period',
    title: 'sections.payPeriod',
    icon: CalendarCheck,
    words: 'sections.payPeriodWords',
  },
  { name: 'holidays', title: 'sections.holidays', icon: CalendarHeart, words: 'sections.holidaysWords' },
  { name: 'schedules', title: 'sections.schedules', icon: CalendarClock, words: 'sections.schedulesWords' },
  { name: 'leave', title: 'sections.leave', icon: TreePalm, words: 'sections.leaveWords' },
  {
    name: 'workplace',
    title: 'sections.workplace',
    startsGroup: true,
    icon: Building2,
    words: 'sections.workplaceWords',
  },
  { name: 'studios', title: 'sections.studios', icon: Network, words: 'sections.studiosWords' },
  { name: 'invite', title: 'sections.invite', icon: UserPlus, words: 'sections.inviteWords' },
  { name: 'kiosks', title: 'sections.kiosks', icon: TabletSmartphone, words: 'sections.kiosksWords' },
  { name: 'email', title: 'sections.email', icon: Mail, words: 'sections.emailWords' },
  {
    name: 'sign-in',
    title: 'sections.signIn',
    startsGroup: true,
    icon: ShieldCheck,
    words: 'sections.signInWords',
  },
  { name: 'record', title: 'sections.record', icon: Archive, words: 'sections.recordWords' },
  {
    name: 'more',
    title: 'sections.more',
    icon: SlidersHorizontal,
    words: 'sections.moreWords',
  },
] as const satisfies readonly SectionRow[];

export type Section = (typeof SETTINGS_SECTIONS)[number];
export type SectionName = Section['name'];

export const sectionOf = (name: string | undefined): Section | undefined =>
  SETTINGS_SECTIONS.find((section) => section.name === name);

export const settingsActions = (): QuickAction[] =>
  SETTINGS_SECTIONS.map(({ name, title, words, icon: Icon }) => ({
    label: say(title),
    words: `${say('sections.settingsWord')} ${say(words)}`,
    icon: <Icon size={18} />,
    go: () => goTo(['settings', name], {}),
  }));
