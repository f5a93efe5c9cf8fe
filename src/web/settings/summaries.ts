/** What each section of Settings is set to: 'Bavaria, 2026'. */
import type { NightlyWork } from '#contract/installation/set-up';
import type { HolidaysView } from '#contract/expected/holidays';
import type { Settings } from '#contract/records';
import { yearWithoutHolidays } from '#domain/expected/holidays';
import { amountText } from '#domain/leave/allowance-rule';
import { formatDuration, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { formatTimeText } from '#web/expected/standard-hours.tsx';
import * as queries from '#web/live/use-settings.ts';
import { useNow } from '#web/time/use-now.tsx';
import { backupsText, lastCheckText, useNightlyWork } from './record-check.tsx';
import { toFormValues } from './settings-form.ts';
import type { Summaries, Summary } from './settings-list.tsx';

export function useSummaries(): Summaries {
  const settings = queries.useSettings().data?.settings;
  const holidays = queries.useHolidays().data;
  const schedules = queries.useSchedules().data?.schedules.filter(isOffered);
  const allowance = queries.useLeaveSettings().data?.allowance;
  const studios = queries.useStudios().data?.studios.filter(isOffered);
  const mail = queries.useSetUp().data?.mail;
  const nightly = useNightlyWork().data;
  const now = useNow((instant) => Math.floor(instant / MS_PER_MINUTE)) * MS_PER_MINUTE;
  return {
    ...(settings && settingsSummaries(settings)),
    ...(holidays && { holidays: holidaysSummary(holidays) }),
    ...(schedules && {
      schedules: { text: countText(schedules.length, 'schedule') || 'None yet' },
    }),
    ...(allowance && {
      leave: {
        text:
          allowance.amount === 0 ? 'No allowance' : `${amountText(allowance.amount, allowance.unit)} a year`,
      },
    }),
    ...(studios && {
      studios: { text: studios.map(({ name }) => name).join(', ') || "Everybody is in 'General'" },
    }),
    ...(mail && { email: { text: mail.host ?? 'Not set up' } }),
    ...(nightly && { record: recordSummary(nightly, now) }),
  };
}

const isOffered = ({ isRetired }: { readonly isRetired: boolean }): boolean => !isRetired;

const countText = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;

export function settingsSummaries(settings: Settings): Summaries {
  const { workplaceName, workStartTime, workEndTime, breakDuration, correctionDays } = settings;
  const { payPeriod, registration, secondFactor } = toFormValues(settings);
  const times = `${formatTimeText(workStartTime)} - ${formatTimeText(workEndTime)}`;
  return {
    hours: { text: `${times}, break ${formatDuration(breakDuration)}` },
    'pay-period': { text: String(payPeriod) },
    workplace: { text: workplaceName || 'No name yet' },
    invite: { text: String(registration) },
    'sign-in': { text: `Second factor: ${String(secondFactor).toLowerCase()}` },
    more: { text: `Corrections ${correctionDays} days back` },
  };
}

export function holidaysSummary({ holidays, regionName, today }: HolidaysView): Summary {
  if (holidays.length === 0) return { text: 'None yet' };
  const lacking = yearWithoutHolidays(holidays, today);
  if (lacking !== null) return { text: `${lacking} has none yet`, needsAttention: true };
  const years = new Set(
    holidays.map(({ day }) => day.slice(0, 4)).filter((year) => year >= today.slice(0, 4)),
  );
  return { text: [regionName, ...years].filter((part) => part !== '').join(', ') };
}

/** Tells the check or the backup, whichever needs attention. */
export function recordSummary({ check, backups }: NightlyWork, now: EpochMs): Summary {
  const [record, backup] = [lastCheckText(check.last, now), backupsText(backups, now)];
  const faulty = [record, backup].find(({ tone }) => tone === 'danger' || tone === 'warning');
  return { text: (faulty ?? record).title, needsAttention: faulty !== undefined };
}
