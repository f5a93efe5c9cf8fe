/** Where the finder leads an employee. It never punches: it leads to the button that does. */
import { CalendarCheck, CalendarDays, Clock } from 'lucide-react';
import { goTo, openOver } from '#web/browser/navigation.ts';
import type { Ways } from '#web/frame/quick-ways.tsx';

/** The focus is on the part's first button once the finder is gone. */
function toPart(path: readonly string[], part: string): void {
  goTo(path, {});
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`${part} button`)?.focus());
}

export const WAYS: Ways = {
  views: [
    {
      label: 'Clock',
      words: 'clock in clock out break punch',
      icon: <Clock aria-hidden size={18} />,
      go: () => toPart([], 'section[aria-label="Time clock"]'),
    },
    {
      label: 'Timesheet',
      words: 'my hours weeks months csv',
      icon: <CalendarDays aria-hidden size={18} />,
      go: () => toPart(['timesheet'], 'section[aria-labelledby=my-timesheet]'),
    },
    {
      label: 'Pay periods',
      words: 'confirm month hours payroll object',
      icon: <CalendarCheck aria-hidden size={18} />,
      go: () => openOver('periods'),
    },
  ],
  actions: [],
};
