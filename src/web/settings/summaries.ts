/** Tells in a few words how each section of Settings is set: 'Bavaria, 2026'. */
import { say } from '#texts/say';
import type { NightlyWork } from '#contract/installation/set-up';
import type { HolidaysView } from '#contract/expected/holidays';
import type { Settings } from '#contract/records';
import { yearWithoutHolidays } from '#domain/expected/holidays';
import { PAY_PERIOD_LABEL, currentPayRule } from '#domain/period/pay-period';
import { chosenText } from '#domain/settings/definitions';
import { amountText } from '#domain/leave/allowance-rule';
import { formatDuration, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import { formatTimeText } from '#web/expected/standard-hours.tsx';
import * as queries from '#web/live/use-settings.ts';
import { useNow } from '#web/time/use-now.tsx';
import { backupsText, lastCheckText, useNightlyWork } from './record-check.tsx';
import { useKiosks } from './kiosks/use-kiosks.ts';
import type { Summaries, Summary } from './settings-list.tsx';

export function useSummaries(): Summaries {
  const settings = queries.useSettings();
  const now = useNow((instant) => Math.floor(instant / MS_PER_MINUTE)) * MS_PER_MINUTE;
  return {
    ...(settings.data && settingsSummaries(settings.data.settings)),
    holidays: summaryOf(queries.useHolidays(), holidaysSummary),
    schedules: summaryOf(queries.useSchedules(), ({ schedules }) => ({
      text: schedulesText(schedules.filter(isOffered).length),
    })),
    leave: summaryOf(queries.useLeaveSettings(), ({ allowance: { amount, unit } }) => ({
      text:
        amount === 0
          ? say('summaries.noAllowance')
          : say('summaries.aYear', { amount: amountText(amount, unit) }),
    })),
    studios: summaryOf(queries.useStudios(), ({ studios }) => ({
      text:
        studios
          .filter(isOffered)
          .map(({ name }) => name)
          .join(', ') || say('summaries.general'),
    })),
    kiosks: summaryOf(useKiosks(), ({ kiosks }) => {
      const count = kiosks.filter(({ revokedAt }) => revokedAt === null).length;
      return { text: count === 0 ? say('summaries.noneYet') : say('summaries.kiosks', { count }) };
    }),
    email: summaryOf(queries.useSetUp(), ({ mail }) => ({ text: mail.host ?? say('summaries.notSetUp') })),
    record: summaryOf(useNightlyWork(), (nightly) => recordSummary(nightly, now)),
  };
}

/** Undefined while the data is awaited. */
function summaryOf<Data>(
  { data, error }: { readonly data: Data | undefined; readonly error: unknown },
  make: (data: Data) => Summary,
): Summary | undefined {
  if (data) return make(data);
  return error ? { text: say('summaries.notLoaded'), needsAttention: true } : undefined;
}

const isOffered = ({ isRetired }: { readonly isRetired: boolean }): boolean => !isRetired;

const schedulesText = (count: number): string =>
  count === 0 ? say('summaries.noneYet') : say('summaries.schedules', { count });

const SECOND_FACTOR = {
  optional: 'summaries.factorOptional',
  admins: 'summaries.factorAdmins',
  all: 'summaries.factorAll',
} as const;

export function settingsSummaries(settings: Settings): Summaries {
  const { workplaceName, workStartTime, workEndTime, breakDuration, correctionDays } = settings;
  const { payPeriod } = currentPayRule(settings.payRules);
  const times = `${formatTimeText(workStartTime)} - ${formatTimeText(workEndTime)}`;
  return {
    hours: { text: say('summaries.hours', { times, duration: formatDuration(breakDuration) }) },
    'pay-period': { text: PAY_PERIOD_LABEL[payPeriod] },
    workplace: { text: workplaceName || say('summaries.noName') },
    invite: { text: chosenText('registration', settings.registration) ?? '' },
    'sign-in': { text: say(SECOND_FACTOR[settings.secondFactor]) },
    more: { text: say('summaries.corrections', { count: correctionDays }) },
  };
}

export function holidaysSummary({ holidays, regionName, today }: HolidaysView): Summary {
  if (holidays.length === 0) return { text: say('summaries.noneYet') };
  const lacking = yearWithoutHolidays(holidays, today);
  if (lacking !== null)
    return { text: say('summaries.lacking', { year: String(lacking) }), needsAttention: true };
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
