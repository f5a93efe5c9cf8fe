import { Download, FileCog, ShieldCheck } from 'lucide-react';
import { PAYROLL_FILE_KINDS, type PayrollFileKind } from '#contract/periods/payroll';
import type { PeriodsView } from '#contract/periods/periods';
import { payPeriodText } from '#domain/period/pay-period';
import type { DayRange } from '#domain/time/workplace-day';
import { goTo, openOver, setParams, useParams } from '#web/browser/navigation.ts';
import { saveFile } from '#web/documents/save-file.ts';
import { useForm } from '#web/forms/use-form.ts';
import { usePayrollProfiles } from '#web/periods/profiles/use-profiles.ts';
import { Menu } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { countByFilter } from './people-list.ts';
import { countText } from './period-words.tsx';

export const FILE_KIND_TEXTS: Readonly<Record<PayrollFileKind, { label: string; hint: string }>> = {
  csv: { label: 'CSV', hint: "For your payroll software, in the profile's columns" },
  xlsx: { label: 'Excel', hint: 'The same columns as a spreadsheet' },
  pdf: { label: 'PDF', hint: 'All figures, to read and file' },
  json: { label: 'JSON', hint: 'Everything, for other programs' },
};

export type PayrollFiles = ReturnType<typeof usePayrollFiles>;

/** Downloads files of a closed period, in the columns of the profile that the address names. */
export function usePayrollFiles({ first, last }: DayRange) {
  const showToast = useToast();
  const { data } = usePayrollProfiles();
  const { profile } = useParams('profile');
  const profiles = data?.profiles ?? [];
  const chosen = profiles.find(({ id }) => id === profile);
  const { run, problem, underWay } = useForm();
  const save = async (kind: PayrollFileKind, route: 'payrollFile' | 'payrollSignature') => {
    const of = kind === 'csv' || kind === 'xlsx' ? chosen?.id : undefined;
    const failure = await saveFile(route, { first, last, kind, profile: of });
    if (failure) return { problem: failure.message };
    // This toast replaces the toast with 'Undo', since a closing cannot be undone once a file was downloaded.
    showToast(`${FILE_KIND_TEXTS[kind].label}${route === 'payrollFile' ? '' : ' signature'} was downloaded.`);
    return undefined;
  };
  return {
    profiles,
    chosen,
    problem,
    underWay,
    save: (...file: Parameters<typeof save>) => void run(() => save(...file), file[0]),
  };
}

export function DownloadMenu({ view, files }: { view: PeriodsView; files: PayrollFiles }) {
  const { profiles, chosen, underWay, save } = files;
  const { closed } = countByFilter(view.people);
  const without = view.people.length - closed;
  const period = payPeriodText(view);
  const options = [{ id: '', name: 'All columns' }, ...profiles].map(({ id, name }) => ({
    label: name,
    icon: null,
    isChosen: id === (chosen?.id ?? ''),
    choose: () => setParams({ profile: id || undefined }),
  }));
  return (
    <Menu
      look="bordered"
      label={`files of ${period}`}
      button={
        <>
          {underWay === null ? <Download size={16} /> : <Spinner size={16} />}
          Download
        </>
      }
      heading={
        <p className="text-sm text-muted">
          {closed === 0
            ? `Files appear once ${period} is closed for somebody.`
            : `Final figures, ${period}, ${countText(closed, 'person', 'people')}.`}
          {closed > 0 &&
            without > 0 &&
            ` ${countText(without, 'person is', 'people are')} not closed and not in the files.`}
        </p>
      }
      items={[
        ...(profiles.length > 0 ? [{ label: 'Profile', options }] : []),
        ...(closed > 0 ? PAYROLL_FILE_KINDS : []).map((kind) => ({
          ...FILE_KIND_TEXTS[kind],
          icon: <Download size={18} />,
          choose: () => save(kind, 'payrollFile'),
        })),
        {
          label: 'Payroll profiles',
          hint: 'Columns, with a preview of the file',
          icon: <FileCog size={18} />,
          choose: () => goTo(['reports', 'periods', 'profiles']),
        },
        {
          label: 'Check the signature',
          icon: <ShieldCheck size={18} />,
          choose: () => openOver('signature'),
        },
      ]}
    />
  );
}
