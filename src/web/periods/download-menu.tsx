import { say, type PlainKey } from '#texts/say';
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

export const FILE_KIND_TEXTS: Readonly<Record<PayrollFileKind, { label: string; hint: PlainKey }>> = {
  csv: { label: 'CSV', hint: 'payroll.csvHint' },
  xlsx: { label: 'Excel', hint: 'payroll.xlsxHint' },
  pdf: { label: 'PDF', hint: 'payroll.pdfHint' },
  json: { label: 'JSON', hint: 'payroll.jsonHint' },
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
    const format = FILE_KIND_TEXTS[kind].label;
    showToast(
      route === 'payrollFile'
        ? say('payroll.downloaded', { format })
        : say('payroll.signatureDownloaded', { format }),
    );
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
  const options = [{ id: '', name: say('payroll.allColumns') }, ...profiles].map(({ id, name }) => ({
    label: name,
    icon: null,
    isChosen: id === (chosen?.id ?? ''),
    choose: () => setParams({ profile: id || undefined }),
  }));
  return (
    <Menu
      look="bordered"
      label={say('payroll.filesOf', { period })}
      button={
        <>
          {underWay === null ? <Download size={16} /> : <Spinner size={16} />}
          {say('common.download')}
        </>
      }
      heading={
        <p className="text-sm text-muted">
          {closed === 0
            ? say('payroll.noFiles', { period })
            : say('payroll.finalFigures', { period, count: closed })}
          {closed > 0 && without > 0 && ` ${say('payroll.notInFiles', { count: without })}`}
        </p>
      }
      items={[
        ...(profiles.length > 0 ? [{ label: say('payroll.profile'), options }] : []),
        ...(closed > 0 ? PAYROLL_FILE_KINDS : []).map((kind) => ({
          label: FILE_KIND_TEXTS[kind].label,
          hint: say(FILE_KIND_TEXTS[kind].hint),
          icon: <Download size={18} />,
          choose: () => save(kind, 'payrollFile'),
        })),
        {
          label: say('profiles.title'),
          hint: say('payroll.profilesHint'),
          icon: <FileCog size={18} />,
          choose: () => goTo(['reports', 'periods', 'profiles']),
        },
        {
          label: say('signature.title'),
          icon: <ShieldCheck size={18} />,
          choose: () => openOver('signature'),
        },
      ]}
    />
  );
}
