/** The sections of Settings: their addresses (#settings/holidays), the list, and what Find finds. */
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
  readonly title: string;
  readonly icon: LucideIcon;
  /** Labels in the section, for Find. */
  readonly words: string;
  readonly startsGroup?: true;
}

export const SETTINGS_SECTIONS = [
  {
    name: 'hours',
    title: 'Work hours',
    icon: Timer,
    words:
      'period start end time zone allow flexible weekend allowed break settings duration require location tracking late overtime thresholds clock-out reminder',
  },
  {
    name: 'pay-period',
    title: 'Pay period',
    icon: CalendarCheck,
    words: 'payroll monthly weekly effective from',
  },
  { name: 'holidays', title: 'Public holidays', icon: CalendarHeart, words: 'country region company day' },
  { name: 'schedules', title: 'Schedules', icon: CalendarClock, words: 'part-time shifts weeks' },
  { name: 'leave', title: 'Leave', icon: TreePalm, words: 'allowance kinds sickness vacation' },
  {
    name: 'workplace',
    title: 'Workplace',
    startsGroup: true,
    icon: Building2,
    words: 'name time format 12 24 hours week starts on colleagues see who is on leave',
  },
  { name: 'studios', title: 'Studios and hubs', icon: Network, words: 'departments teams' },
  { name: 'invite', title: 'Invite people', icon: UserPlus, words: 'who can register link poster phone' },
  { name: 'email', title: 'Email', icon: Mail, words: 'mail server smtp test' },
  {
    name: 'sign-in',
    title: 'Security',
    startsGroup: true,
    icon: ShieldCheck,
    words: 'second factor log passkey',
  },
  { name: 'record', title: 'Record and backups', icon: Archive, words: 'check verify nightly' },
  {
    name: 'more',
    title: 'More',
    icon: SlidersHorizontal,
    words: 'night shift limit correction window security log days set up punctual',
  },
] as const satisfies readonly SectionRow[];

export type Section = (typeof SETTINGS_SECTIONS)[number];
export type SectionName = Section['name'];

export const sectionOf = (name: string | undefined): Section | undefined =>
  SETTINGS_SECTIONS.find((section) => section.name === name);

export const settingsActions = (): QuickAction[] =>
  SETTINGS_SECTIONS.map(({ name, title, words, icon: Icon }) => ({
    label: title,
    words: `settings ${words}`,
    icon: <Icon size={18} />,
    go: () => goTo(['settings', name], {}),
  }));
