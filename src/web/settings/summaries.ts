/** Tells in a few words how each section of Settings is set: 'Bavaria, 2026'. */
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
  const settings = queries.useSettings();
  const now = useNow((instant) => Math.floor(instant / MS_PER_MINUTE)) * MS_PER_MINUTE;
  return {
    ...(settings.data && settingsSummaries(settings.data.settings)),
    holidays: summaryOf(queries.useHolidays(), holidaysSummary),
    schedules: summaryOf(queries.useSchedules(), ({ schedules }) => ({
      text: countText(schedules.filter(isOffered).length, 'schedule') || 'None yet',
    })),
    leave: summaryOf(queries.useLeaveSettings(), ({ allowance: { amount, unit } }) => ({
      text: amount === 0 ? 'No allowance' : `${amountText(amount, unit)} a year`,
    })),
    studios: summaryOf(queries.useStudios(), ({ studios }) => ({
      text:
        studios
          .filter(isOffered)
          .map(({ name }) => name)
          .join(', ') || "Everybody is in 'General'",
    })),
    email: summaryOf(queries.useSetUp(), ({ mail }) => ({ text: mail.host ?? 'Not set up' })),
    record: summaryOf(useNightlyWork(), (nightly) => recordSummary(nightly, now)),
  };
}

/** Undefined while the data is awaited. */
function summaryOf<Data>(
  { data, error }: { readonly data: Data | undefined; readonly error: unknown },
  make: (data: Data) => Summary,
): Summary | undefined {
  if (data) return make(data);
  return error ? { text: 'Could not be loaded', needsAttention: true } : undefined;
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
