import type { ScheduleDay } from '#domain/time/workplace-day';
import type { SchedulesView } from '#contract/expected/schedules';
import { ruleOn } from '#domain/expected/work-rule';
import { formatDuration, type Day } from '#domain/time/units';
import { formatTimeText } from './standard-hours.tsx';
import { weekdayName } from '#web/time/weekday.ts';

function dayText({ minutes, start, end }: ScheduleDay): string {
  if (minutes === 0) return 'off';
  return start === undefined || end === undefined
    ? `${formatDuration(minutes)}, any time`
    : `${formatTimeText(start)} - ${formatTimeText(end)}`;
}

/** 'Mon - Thu 08:00 - 14:00; Fri 4h, any time; Sat - Sun off'. */
function weekText(days: readonly ScheduleDay[]): string {
  const parts: { first: number; last: number; text: string }[] = [];
  for (const [at, day] of days.entries()) {
    const text = dayText(day);
    const last = parts.at(-1);
    if (last?.text === text) last.last = at;
    else parts.push({ first: at, last: at, text });
  }
  return parts
    .map(({ first, last, text }) => {
      const names = [...new Set([first, last])].map((at) => weekdayName(at + 1));
      return `${names.join(' - ')} ${text}`;
    })
    .join('; ');
}

export const splitIntoWeeks = <Item>(days: readonly Item[]): readonly (readonly Item[])[] =>
  days.length > 7 ? [days.slice(0, 7), days.slice(7)] : [days];

export const weekTexts = (days: readonly ScheduleDay[]): string[] =>
  splitIntoWeeks(days).map((week, at) => {
    const sum = week.reduce((minutes, day) => minutes + day.minutes, 0);
    return `${days.length > 7 ? `Week ${at + 1}: ` : ''}${weekText(week)} (${formatDuration(sum)})`;
  });

export function countPeopleBySchedule({ people }: SchedulesView, day: Day): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { assignments } of people) {
    const id = ruleOn(assignments, day)?.scheduleId;
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
