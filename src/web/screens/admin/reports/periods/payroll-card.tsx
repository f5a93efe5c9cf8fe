/** Downloads of a closed period's files and their signatures. */
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { PAYROLL_FILE_KINDS, type PayrollFileKind } from '#contract/payroll';
import type { PeriodsView } from '#contract/periods';
import { payPeriodText } from '#domain/period/pay-period';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { countText } from '#web/periods/period-words.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { countsOf } from './people-list.ts';
import { savePayrollFile, useProfiles } from './payroll-file.ts';
import { Verifying } from './verifying.tsx';

const KINDS: Readonly<Record<PayrollFileKind, { readonly label: string; readonly what: string }>> = {
  csv: { label: 'CSV', what: "For your payroll software, in the profile's columns" },
  xlsx: { label: 'Excel', what: 'The same columns as a spreadsheet' },
  pdf: { label: 'PDF', what: 'All figures, to read and file' },
  json: { label: 'JSON', what: 'Everything, for other programs' },
};
const ALL_COLUMNS = 'All columns';

export function PayrollCard({ view }: { view: PeriodsView }) {
  const { closed } = countsOf(view.people);
  const without = view.people.length - closed;
  const answered = view.people.filter(({ answeredSince }) => answeredSince > 0);
  return (
    <Card hasPopup aria-labelledby="payroll-summary" className="grid gap-4 p-4 sm:p-6">
      <CardTitle id="payroll-summary">Payroll summary</CardTitle>
      <p className="-mt-2 text-sm text-muted">
        {closed > 0
          ? `Final figures, ${payPeriodText(view)}, ${countText(closed, 'person', 'people')}.`
          : `Files appear once ${payPeriodText(view)} is closed for somebody.`}
        {closed > 0 &&
          without > 0 &&
          ` ${countText(without, 'person is', 'people are')} not closed and not in the files.`}
      </p>
      {answered.length > 0 && (
        <p className="text-sm text-warning">
          A correction was answered after closing: {answered.map(({ name }) => name).join(', ')}. The files
          have it once you reopen and close again.
        </p>
      )}
      <Files view={view} isClosed={closed > 0} />
      <Verifying />
    </Card>
  );
}

function Files({ view: { first, last }, isClosed }: { view: PeriodsView; isClosed: boolean }) {
  const showToast = useToast();
  const { data } = useProfiles();
  const { profile } = useParams('profile');
  const profiles = data?.profiles ?? [];
  const chosen = profiles.find(({ id }) => id === profile);
  const [working, setWorking] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (kind: PayrollFileKind, route: 'payrollFile' | 'payrollSignature') => {
    setProblem(null);
    setWorking(`${kind} ${route}`);
    const of = kind === 'csv' || kind === 'xlsx' ? chosen?.id : undefined;
    const wrong = await savePayrollFile(route, { first, last, kind, profile: of });
    setProblem(wrong);
    setWorking(null);
    // This toast replaces one with 'Undo': a closing cannot be undone once a file was downloaded.
    if (wrong === null)
      showToast(`${KINDS[kind].label}${route === 'payrollFile' ? '' : ' signature'} was downloaded.`);
  };
  const button = (kind: PayrollFileKind, route: 'payrollFile' | 'payrollSignature', label: ReactNode) => (
    <Button
      size="small"
      look={route === 'payrollFile' ? 'secondary' : 'quiet'}
      icon={route === 'payrollFile' ? <Download size={16} /> : undefined}
      working={working === `${kind} ${route}`}
      resting={working !== null || !isClosed}
      onClick={() => void save(kind, route)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {profiles.length > 0 && (
        <div className="sm:max-w-96">
          <PickField
            label="Profile"
            options={[ALL_COLUMNS, ...profiles.map(({ name }) => name)]}
            value={chosen?.name ?? ALL_COLUMNS}
            onChange={(name) => setParams({ profile: profiles.find((one) => one.name === name)?.id })}
          />
        </div>
      )}
      <ul
        aria-label="Files"
        className="divide-y divide-line rounded-md border border-line lg:grid lg:grid-cols-2 lg:divide-y-0"
      >
        {PAYROLL_FILE_KINDS.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
            <span className="w-14 shrink-0 font-semibold">{KINDS[kind].label}</span>
            <span className="min-w-0 flex-1 basis-48 text-sm text-muted">{KINDS[kind].what}</span>
            <span className="flex gap-1">
              {button(
                kind,
                'payrollFile',
                <>
                  Download<span className="sr-only"> {KINDS[kind].label}</span>
                </>,
              )}
              {button(
                kind,
                'payrollSignature',
                <>
                  Signature<span className="sr-only"> of {KINDS[kind].label}</span>
                </>,
              )}
            </span>
          </li>
        ))}
      </ul>
      <Problem title="The file could not be made." text={problem} />
    </>
  );
}
