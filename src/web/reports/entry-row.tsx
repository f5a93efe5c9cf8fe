import { say, textTable } from '#texts/say';
import { Check, CircleDashed, CircleSlash, Hourglass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedEntry } from '#contract/clock/entry-lists';
import { formatDate } from '#domain/time/format';
import type { ReportRow } from '#domain/report/report';
import type { Day, Minutes } from '#domain/time/units';
import { CorrectButton, lockReason, type LockInput } from '#web/corrections/correct.tsx';
import { ClockIn, ClockOut, LateBadge } from '#web/corrections/entry-times.tsx';
import { AdminLock, AdminCorrectionMark } from '#web/corrections/admin-lock.tsx';
import { PersonLink } from '#web/frame/person-name.tsx';
import { EntryPlace, hasEntryPlace } from '#web/frame/seconds.tsx';
import { weekdayNameOf } from '#domain/time/weekday';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { Cell, Row } from '#web/ui/table.tsx';
import type { ShownRow } from '#contract/reports/result';

type WithOptionalEmployee = Partial<Pick<ListedEntry, 'employee'>>;

interface EntryRowProps {
  row: ShownRow<ReportRow> & WithOptionalEmployee;
  zone: string;
  format: (minutes: Minutes) => string;
  correct?: { readonly lock: LockInput; readonly open: () => void } | undefined;
}

const STATUS_LOOKS = {
  Complete: { icon: <Check size={12} /> },
  'In Progress': { tone: 'success', icon: <Hourglass size={12} /> },
  'End missing': { tone: 'warning', icon: <TriangleAlert size={12} /> },
  Removed: { icon: <CircleSlash size={12} /> },
  Missing: { icon: <CircleDashed size={12} /> },
} as const;

const STATUS_LABELS = textTable<keyof typeof STATUS_LOOKS>({
  Complete: 'entryStatus.complete',
  'In Progress': 'entryStatus.running',
  'End missing': 'workStatus.endMissing',
  Removed: 'entryStatus.removed',
  Missing: 'entryStatus.missing',
});

const FOLDED_ROW_CLASS = 'max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center';

interface DurationsProps {
  /** Null for a row that adds nothing. */
  of: Pick<ReportRow, 'minutes' | 'breakMinutes'> | null;
  format: (minutes: Minutes) => string;
  /** CSS class that sets the position of the breaks on phones. */
  breaksBelow: string;
}

const Durations = ({ of, format, breaksBelow }: DurationsProps) => (
  <>
    <Cell
      align="right"
      data-label={say('entry.breaks')}
      className={classes(
        'font-normal whitespace-nowrap text-muted tabular-nums max-sm:col-span-3 max-sm:before:me-1 max-sm:before:content-[attr(data-label)]',
        breaksBelow,
        !of?.breakMinutes && 'max-sm:hidden',
      )}
    >
      {of?.breakMinutes ? format(of.breakMinutes) : '-'}
    </Cell>
    <Cell
      align="right"
      className="font-semibold whitespace-nowrap tabular-nums max-sm:order-2 max-sm:text-end"
    >
      {of ? format(of.minutes) : '-'}
    </Cell>
  </>
);

/** A removed entry is struck through, a requested entry dimmed. Neither adds to the hours. */
export function EntryRow({ row, zone, format, correct }: EntryRowProps) {
  const counted = 'other' in row ? null : row;
  const shown = 'other' in row ? row.other : { ...row, kind: 'counts' as const, times: row.entry };
  const { entry, kind, corrections } = shown;
  const { isLate = false, lateNote, notes = '-' } = counted ?? {};
  const status = counted?.status ?? (kind === 'removed' ? 'Removed' : 'Missing');
  const hasNotes = notes !== '-';
  const isLocked = correct !== undefined && lockReason(correct.lock) !== null;
  // True if times and status do not fit on one line.
  const isWide = shown.times.clockOut === null || isLate || lateNote !== undefined || isLocked;
  return (
    <Row fold="grid" className={classes('align-top', FOLDED_ROW_CLASS, !entry && 'text-muted')}>
      <EmployeeCell employee={row.employee} />
      <DateCell day={row.day} zone={zone} />
      <Cell className="max-sm:order-3">
        <span className="inline-flex flex-wrap items-center gap-x-2 tabular-nums">
          <ClockIn row={shown} zone={zone} />
          {isLate && <LateBadge />}
        </span>
        {lateNote && <span className="block max-w-28 text-xs text-muted">{lateNote}</span>}
      </Cell>
      <Cell
        className={classes(
          "tabular-nums max-sm:order-4 max-sm:before:me-2 max-sm:before:text-muted max-sm:before:content-['–']",
          isWide && 'max-sm:col-span-2',
        )}
      >
        <ClockOut row={shown} zone={zone} />
      </Cell>
      <Durations of={counted} format={format} breaksBelow="max-sm:order-6" />
      <Cell className={classes('max-sm:order-5 max-sm:text-end', isWide && 'max-sm:col-span-3')}>
        <span className="inline-flex items-center gap-x-2">
          <Badge {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
          {entry && correct && (
            <AdminLock of={correct.lock}>
              <CorrectButton entry={entry} zone={zone} onCorrect={correct.open} />
            </AdminLock>
          )}
        </span>
        {corrections.length > 0 && (
          <span className="block">
            <AdminCorrectionMark corrections={corrections} zone={zone} />
          </span>
        )}
      </Cell>
      <Cell
        align="left"
        className={classes(
          'text-muted wrap-anywhere max-sm:order-7 max-sm:col-span-3',
          !hasNotes && !(entry && hasEntryPlace(entry)) && 'max-sm:hidden',
        )}
      >
        <span className={classes(!hasNotes && 'max-sm:hidden')}>{entry && notes}</span>
        <span className="block">{entry && <EntryPlace entry={entry} />}</span>
      </Cell>
    </Row>
  );
}

const EmployeeCell = ({ employee }: { employee: WithOptionalEmployee['employee'] }) =>
  employee && (
    <Cell className="max-sm:col-span-3">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold wrap-anywhere">
          <PersonLink person={employee} />
        </span>
        {!employee.isActive && <Badge>{say('account.inactive')}</Badge>}
      </span>
      <span className="block text-xs text-muted">{employee.department}</span>
    </Cell>
  );

const DateCell = ({ day, zone }: { day: Day; zone: string }) => (
  <Cell className="whitespace-nowrap tabular-nums max-sm:order-1 max-sm:col-span-2 max-sm:font-semibold">
    <span className="inline-block w-9 font-normal text-muted">{weekdayNameOf(day)}</span>{' '}
    {formatDate(day, zone)}
  </Cell>
);

const SUM_LOOKS = { day: 'text-muted', week: 'bg-page font-semibold', all: '' };

interface SumRowProps extends Omit<DurationsProps, 'breaksBelow'> {
  label: ReactNode;
  look: keyof typeof SUM_LOOKS;
}

export const SumRow = ({ label, of, format, look }: SumRowProps) => (
  <Row fold="grid" className={classes(FOLDED_ROW_CLASS, SUM_LOOKS[look])}>
    <Cell colSpan={3} className="tabular-nums max-sm:order-1 max-sm:col-span-2">
      {label}
    </Cell>
    <Durations of={of} format={format} breaksBelow="max-sm:order-3" />
    <Cell colSpan={2} className="max-sm:hidden" />
  </Row>
);
