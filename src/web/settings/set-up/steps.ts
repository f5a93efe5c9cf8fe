import { say } from '#texts/say';
import type { Settings } from '#contract/records';
import { usePreference } from '#web/browser/preferences.ts';
import { useSetUp } from '#web/live/use-settings.ts';
import { deviceZone, isSameZone } from '#web/settings/device-zone.ts';
import { sectionOf, type Section } from '#web/settings/section-table.tsx';

/** Segment of the address: #settings/set-up/holidays. */
export const SET_UP = 'set-up';

/** Names of the steps within a sentence. */
const STEP_WORDS = {
  workplace: 'setUp.workplace',
  hours: 'setUp.hours',
  'pay-period': 'setUp.payPeriod',
  holidays: 'setUp.holidays',
  leave: 'setUp.leave',
  studios: 'setUp.studios',
  email: 'setUp.email',
} as const;

export const stepWords = ({ name }: Section): string => say(STEP_WORDS[name as keyof typeof STEP_WORDS]);

export const SET_UP_STEPS = Object.keys(STEP_WORDS).flatMap((name): readonly Section[] =>
  [sectionOf(name)].filter((section) => section !== undefined),
);

/** Steps that are done: their settings say so, or somebody went on from them in this browser. */
export function useSetUpSteps(settings: Pick<Settings, 'workplaceName' | 'timeZone'> | undefined) {
  const { data: setUp } = useSetUp();
  const [stored, store] = usePreference(SET_UP);
  const passed = stored?.split(' ') ?? [];
  const done = new Set([
    ...passed,
    ...(settings && settings.workplaceName !== '' ? ['workplace'] : []),
    ...(settings && isSameZone(settings.timeZone, deviceZone()) ? ['hours'] : []),
    ...(setUp?.yearWithoutHolidays === null ? ['holidays'] : []),
    ...(setUp && setUp.mail.host !== null ? ['email'] : []),
  ]);
  const steps = SET_UP_STEPS.filter(({ name }) => done.has(name));
  return {
    done,
    count: steps.length,
    next: SET_UP_STEPS.find(({ name }) => !done.has(name)),
    pass: (name: string) => store([...new Set([...passed, name])].join(' ')),
  };
}
