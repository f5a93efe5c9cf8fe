/** 'Generate Report' (spec §2): of one employee, or of all. */
import { FileChartColumn } from 'lucide-react';
import { useMemo, type FormEvent } from 'react';
import { findEmployees } from '#domain/employee';
import { REPORT_RULES_LABEL, type ReportRules } from '#domain/report-rules';
import { Banner, RetryBanner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { OptionSearch } from '#web/ui/option-search.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Progress } from './progress.tsx';
import type { GenerateState } from './use-generate.ts';
import type { ReportFormValues } from './report-params.ts';
import type { ReportFormState } from './use-report-form.ts';

const SUBJECTS = [
  { name: 'one', label: 'One employee' },
  { name: 'all', label: 'All employees' },
] as const;
const RULES = Object.entries(REPORT_RULES_LABEL) as [ReportRules, string][];

interface ReportFormProps {
  form: ReportFormState;
  generating: GenerateState;
  onGenerate: (chosen: ReportFormValues) => void;
}

export function ReportForm({ form, generating, onGenerate }: ReportFormProps) {
  const { chosen, change, errors, query } = form;
  const isWorking = generating.state === 'working';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWorking) form.generate(onGenerate);
  };
  return (
    <Card hasPopup aria-labelledby="generate-report" className="p-4 sm:p-6">
      <CardTitle
        id="generate-report"
        aside={
          <Segmented
            label="Report on"
            options={SUBJECTS}
            chosen={chosen.subject}
            onChoose={(subject) => change({ subject })}
          />
        }
      >
        Generate Report
      </CardTitle>
      <form ref={form.ref} noValidate onSubmit={submit} className="mt-4 grid gap-4 sm:grid-cols-2">
        {chosen.subject === 'one' ? (
          <EmployeeField form={form} />
        ) : (
          <FormerEmployees chosen={chosen} change={change} />
        )}
        <TextField
          label="Start Date"
          name="startDate"
          type="date"
          value={chosen.startDate}
          error={errors.startDate}
          onChange={(startDate) => change({ startDate })}
        />
        <TextField
          label="End Date"
          name="endDate"
          type="date"
          value={chosen.endDate}
          error={errors.endDate}
          onChange={(endDate) => change({ endDate })}
        />
        <SelectField
          label="Rules"
          options={RULES.map(([, label]) => label)}
          value={REPORT_RULES_LABEL[chosen.rules]}
          onChange={(label) => change({ rules: RULES.find(([, each]) => each === label)?.[0] ?? 'standard' })}
        />
        <div className="flex items-end">
          <Button
            look="primary"
            type="submit"
            className="w-full"
            working={isWorking}
            resting={isWorking}
            icon={<FileChartColumn aria-hidden size={20} />}
          >
            {isWorking ? 'Generating...' : 'Generate Report'}
          </Button>
        </div>
        <div className="sm:col-span-2 empty:hidden">
          {isWorking && chosen.subject === 'all' && (
            <Progress label="Generating the report" share={generating.share} onCancel={generating.cancel} />
          )}
        </div>
        <div role="alert" className="sm:col-span-2 empty:hidden">
          {generating.state === 'failed' && (
            <Banner
              tone="danger"
              title={generating.message}
              action={
                generating.again && (
                  <Button size="small" type="submit">
                    Try again
                  </Button>
                )
              }
            />
          )}
          {query.error && (
            <RetryBanner title="The employees could not be loaded." onRetry={() => void query.refetch()}>
              {query.error.message}
            </RetryBanner>
          )}
        </div>
      </form>
    </Card>
  );
}

function EmployeeField({ form: { chosen, change, errors, employees, query } }: { form: ReportFormState }) {
  const options = useMemo(
    () =>
      employees.map(({ id, name, email, employeeId }) => ({
        value: id,
        label: name,
        more: `${employeeId} · ${email}`,
        name,
        email,
      })),
    [employees],
  );
  return (
    <div className="sm:col-span-2">
      <OptionSearch
        label="Employee"
        placeholder={query.isPending ? 'Loading...' : 'Search by name or email'}
        options={options}
        find={(text) => findEmployees(options, text)}
        value={chosen.userId}
        onChange={(userId) => change({ userId })}
        error={errors.userId}
        nothing={
          employees.length === 0
            ? 'There are no active employees yet.'
            : 'No employees found matching your search.'
        }
      />
    </div>
  );
}

const FormerEmployees = ({
  chosen,
  change,
}: {
  chosen: ReportFormValues;
  change: (changed: Partial<ReportFormValues>) => void;
}) => (
  <div className="sm:col-span-2">
    <CheckField
      label="Include former employees"
      hint="Those who left within the range or after it. Their absences end with the day they left."
      checked={chosen.includeFormer}
      onChange={(includeFormer) => change({ includeFormer })}
    />
  </div>
);
