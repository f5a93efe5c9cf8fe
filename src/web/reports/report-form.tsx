/** 'Generate Report' (spec §2): for one employee, or for all. */
import { say } from '#texts/say';
import { FileChartColumn, FileSpreadsheet, FileText } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { formatMonth } from '#domain/time/format';
import { REPORT_RULES_LABEL } from '#domain/report/rules';
import { periodOfRange, rangeOfPeriod, REPORT_PERIOD_LABEL, type ReportPeriod } from '#domain/report/periods';
import type { Day } from '#domain/time/units';
import { EmployeeSearch } from '#web/people/employee-search.tsx';
import type { ReportQuery } from './report-address.ts';
import { workplace } from '#web/session/workplace.ts';
import { RetryBanner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FoldTitle } from '#web/ui/section.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { DayRangeFields, SelectField } from '#web/ui/field.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import type { ReportFileKind } from '#contract/reports/reports';
import type { GenerateState, ReportFormState } from './use-report-form.ts';
import { queryOf, type ReportFormValues } from './report-params.ts';

const subjects = () =>
  [
    { name: 'one', label: say('report.oneEmployee') },
    { name: 'all', label: say('report.allEmployees') },
  ] as const;

interface ReportFormProps {
  form: ReportFormState;
  generating: GenerateState;
  fold: { readonly isOpen: boolean; readonly onToggle: () => void } | null;
  onGenerate: (chosen: ReportFormValues) => void;
  onSave: (query: ReportQuery, as: ReportFileKind) => void;
}

export function ReportForm({ form, generating, fold, onGenerate, onSave }: ReportFormProps) {
  const { chosen, change, errors, employees, query } = form;
  const isWorking = generating.state === 'working';
  const isOpen = fold?.isOpen ?? true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWorking) form.generate(onGenerate);
  };
  return (
    <Card hasPopup aria-labelledby="generate-report" className="p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {fold ? (
          <FoldTitle id="generate-report" {...fold}>
            {say('report.another')}
          </FoldTitle>
        ) : (
          <h2 id="generate-report" className="text-base font-semibold">
            {say('report.generate')}
          </h2>
        )}
        {isOpen && (
          <SegmentedBar
            label={say('report.on')}
            options={subjects()}
            chosen={chosen.subject}
            onChoose={(subject) => change({ subject })}
          />
        )}
      </div>
      <div hidden={!isOpen}>
        <form ref={form.ref} noValidate onSubmit={submit} className="mt-4 grid gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            {chosen.subject === 'one' ? (
              <EmployeeSearch
                people={employees}
                placeholder={query.isPending ? say('common.loading') : say('report.searchPeople')}
                value={chosen.userId}
                onChange={(userId) => change({ userId })}
                error={errors.userId}
                nothing={employees.length === 0 ? say('report.noEmployees') : say('employees.noneFound')}
              />
            ) : (
              <CheckField
                label={say('report.former')}
                hint={say('report.formerHint')}
                checked={chosen.includeFormer}
                onChange={(includeFormer) => change({ includeFormer })}
              />
            )}
          </div>
          <RangeButtons form={form} />
          <DayRangeFields
            names={['startDate', 'endDate']}
            values={chosen}
            errors={errors}
            onChange={change}
          />
          <SelectField
            label={say('report.rules')}
            options={REPORT_RULES_LABEL}
            value={chosen.rules}
            onChange={(rules) => change({ rules })}
          />
          <div className="flex items-end">
            <Button
              look="primary"
              type="submit"
              className="w-full"
              isBusy={isWorking}
              isBlocked={isWorking}
              icon={<FileChartColumn size={20} />}
            >
              {isWorking ? say('report.generating') : say('report.generate')}
            </Button>
          </div>
          <div className="sm:col-span-2 empty:hidden">
            {isWorking && generating.of === 'all' && (
              <Progress
                label={say('report.progress')}
                share={generating.share}
                onCancel={generating.cancel}
              />
            )}
          </div>
          <div role="alert" className="sm:col-span-2 empty:hidden">
            {generating.state === 'failed' && (
              <RetryBanner
                title={generating.message}
                onRetry={generating.canRetry ? () => form.generate(onGenerate) : null}
              />
            )}
          </div>
          <LoadFailure title={say('employees.notLoaded')} query={query} className="sm:col-span-2" />
        </form>
        {form.today !== undefined && (
          <LastMonthFiles
            today={form.today}
            isBusy={isWorking}
            onSave={(range, as) => onSave({ ...queryOf({ ...chosen, subject: 'all' }), ...range }, as)}
          />
        )}
      </div>
    </Card>
  );
}

/** Buttons that set both dates of the report. The button whose period matches the dates looks pressed. */
function RangeButtons({ form: { ref, chosen, change, today } }: { form: ReportFormState }) {
  const { startDate: first, endDate: last } = chosen;
  const choose = (name: ReportPeriod | 'custom') => {
    if (name === 'custom') {
      const field = ref.current?.elements.namedItem('startDate');
      if (field instanceof HTMLInputElement) field.focus();
      return;
    }
    if (today === undefined) return;
    const range = rangeOfPeriod(name, today, workplace().firstWeekday);
    change({ startDate: range.first, endDate: range.last });
  };
  return (
    <div className="sm:col-span-2">
      <FilterChips
        label={say('report.period')}
        options={{ ...REPORT_PERIOD_LABEL, custom: say('report.custom') }}
        chosen={
          (today !== undefined && periodOfRange({ first, last }, today, workplace().firstWeekday)) || 'custom'
        }
        onChoose={choose}
      />
    </div>
  );
}

const KINDS = [
  { kind: 'pdf', format: 'PDF', icon: <FileText size={16} /> },
  { kind: 'xlsx', format: 'Excel', icon: <FileSpreadsheet size={16} /> },
] as const;

interface LastMonthProps {
  today: Day;
  isBusy: boolean;
  onSave: (range: Pick<ReportQuery, 'startDate' | 'endDate'>, as: ReportFileKind) => void;
}

function LastMonthFiles({ today, isBusy, onSave }: LastMonthProps) {
  const { first, last } = rangeOfPeriod('last-month', today);
  const month = formatMonth(first);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4 sm:-mb-2">
      <p className="text-sm text-muted">{say('report.everybodys', { month })}</p>
      <div className="flex gap-2">
        {KINDS.map(({ kind, format, icon }) => (
          <Button
            key={kind}
            size="small"
            icon={icon}
            aria-label={say('report.everybodysAs', { month, format })}
            isBlocked={isBusy}
            onClick={() => onSave({ startDate: first, endDate: last }, kind)}
          >
            {format}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Milliseconds; shorter work shows no progress. */
const PROGRESS_AFTER_MS = 800;

function Progress({ label, share, onCancel }: { label: string; share: number; onCancel: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PROGRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  const percent = Math.round(share * 100);
  return (
    <div className="flex items-center gap-3">
      <div className="grow">
        <ProgressBar label={label} percent={percent} text={say('report.percent', { percent })} />
      </div>
      <span className="w-10 text-end text-sm text-muted tabular-nums">
        {say('report.percentShort', { percent })}
      </span>
      <Button size="small" onClick={onCancel}>
        {say('common.cancel')}
      </Button>
    </div>
  );
}
