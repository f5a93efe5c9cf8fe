/** Days of the calendar of absences, one letter per day. */
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';
import type { CountedLeave } from './leave.ts';

/** 'w' workday, 'o' day off, 'h' holiday. Away on a workday: 'x' all day, 'm' in the morning, 'a' in the afternoon. */
export const DAY_LETTERS = /^[wohxma]{7,62}$/;

/** Returns the letters without absences; `markAwayDays` adds these. @param days must have no leave */
export const scheduledDayLetters = (days: readonly WorkplaceDay[], settings: WorkHistory): string =>
  days
    .map((day) => {
      if (expectedOn(day, settings).minutes > 0) return 'w';
      return expectedOn({ ...day, holiday: undefined }, settings).minutes > 0 ? 'h' : 'o';
    })
    .join('');

const HALF_DAY_LETTERS = { morning: 'm', afternoon: 'a' } as const;

/** Marks days away. The letters hide the kind of leave, and where one leave ends and the next begins. */
export const markAwayDays = (
  planned: string,
  days: readonly Pick<WorkplaceDay, 'day'>[],
  leave: readonly CountedLeave[],
): string =>
  leave.length === 0
    ? planned
    : [...planned]
        .map((letter, at) => {
          const day = days[at]?.day ?? '';
          const [found, other] = leave.filter(({ first, last }) => first <= day && day <= last);
          if (!found || letter !== 'w') return letter;
          return found.half && !other ? HALF_DAY_LETTERS[found.half] : 'x';
        })
        .join('');
