import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { PAYROLL_FILE_KINDS, type PayrollFileKind } from '#contract/periods/payroll';
import type { PeriodsView } from '#contract/periods/periods';
import { payPeriodText } from '#domain/period/pay-period';
import { downloadText } from '#web/browser/download.ts';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { countText } from './period-words.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { namesById, PickField } from '#web/ui/pick-field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { countByFilter } from './people-list.ts';
import { saveFile } from '#web/documents/save-file.ts';
import { usePayrollProfiles } from '#web/periods/profiles/use-profiles.ts';
import { useForm } from '#web/forms/use-form.ts';

const FILE_KIND_TEXTS: Readonly<Record<PayrollFileKind, { readonly label: string; readonly what: string }>> =
  {
    csv: { label: 'CSV', what: "For your payroll software, in the profile's columns" },
    xlsx: { label: 'Excel', what: 'The same columns as a spreadsheet' },
    pdf: { label: 'PDF', what: 'All figures, to read and file' },
    json: { label: 'JSON', what: 'Everything, for other programs' },
  };
const BUTTONS = [
  { route: 'payrollFile', label: 'Download', of: '', look: 'secondary', icon: <Download size={16} /> },
  { route: 'payrollSignature', label: 'Signature', of: ' of', look: 'quiet' },
] as const;

export function PayrollCard({ view }: { view: PeriodsView }) {
  const { closed } = countByFilter(view.people);
  const without = view.people.length - closed;
  const answered = view.people.filter(({ answeredSince }) => answeredSince > 0);
  return (
    <TitledCard hasPopup title="Payroll summary" className="grid gap-4">
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
      <VerificationHelp />
    </TitledCard>
  );
}

type FileRoute = 'payrollFile' | 'payrollSignature';

function Files({ view: { first, last }, isClosed }: { view: PeriodsView; isClosed: boolean }) {
  const showToast = useToast();
  const { data } = usePayrollProfiles();
  const { profile } = useParams('profile');
  const profiles = data?.profiles ?? [];
  const chosen = profiles.find(({ id }) => id === profile);
  const { run, problem, underWay } = useForm();
  const save = async (kind: PayrollFileKind, route: FileRoute) => {
    const of = kind === 'csv' || kind === 'xlsx' ? chosen?.id : undefined;
    const failure = await saveFile(route, { first, last, kind, profile: of });
    if (failure) return { problem: failure.message };
    // This toast replaces the toast with 'Undo', since a closing cannot be undone once a file was downloaded.
    showToast(`${FILE_KIND_TEXTS[kind].label}${route === 'payrollFile' ? '' : ' signature'} was downloaded.`);
    return undefined;
  };
  return (
    <>
      {profiles.length > 0 && (
        <div className="sm:max-w-96">
          <PickField
            label="Profile"
            options={{ '': 'All columns', ...namesById(profiles) }}
            value={chosen?.id ?? ''}
            onChange={(id) => setParams({ profile: id || undefined })}
          />
        </div>
      )}
      <ul
        aria-label="Files"
        className="divide-y divide-line rounded-md border border-line lg:grid lg:grid-cols-2 lg:divide-y-0"
      >
        {PAYROLL_FILE_KINDS.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
            <span className="w-14 shrink-0 font-semibold">{FILE_KIND_TEXTS[kind].label}</span>
            <span className="min-w-0 flex-1 basis-48 text-sm text-muted">{FILE_KIND_TEXTS[kind].what}</span>
            <span className="flex gap-1">
              {BUTTONS.map(({ route, label, of, ...rest }) => (
                <Button
                  key={route}
                  {...rest}
                  size="small"
                  isBusy={underWay === `${kind} ${route}`}
                  isBlocked={underWay !== null || !isClosed}
                  onClick={() => void run(() => save(kind, route), `${kind} ${route}`)}
                >
                  {label}
                  <span className="sr-only">
                    {of} {FILE_KIND_TEXTS[kind].label}
                  </span>
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Problem title="The file could not be made." text={problem} />
    </>
  );
}

const KEY_NAME = 'punctual-key.pem';
const VERIFY_COMMAND = `openssl pkeyutl -verify -pubin -inkey ${KEY_NAME} -rawin -in FILE -sigfile FILE.sig`;

function VerificationHelp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-md border border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-sm font-semibold">
        <ShieldCheck size={18} className="text-success" />
        How to check a file and its signature
      </summary>
      {isOpen && <VerificationSteps />}
    </details>
  );
}

function VerificationSteps() {
  const query = useRouteQuery('payrollKey', {}, { staleTime: Infinity });
  const { data } = query;
  return (
    <div className="grid gap-4 border-t border-line p-3 text-sm">
      <p className="text-muted">
        Each file is signed with this workplace's Ed25519 key. With the file, its signature and the public
        key, anybody can check that nothing was changed.
      </p>
      <div className="grid gap-2">
        <p className="font-semibold">1. Save the public key as {KEY_NAME}</p>
        <LoadState title="The key could not be loaded." query={query} shape="h-24" />
        {data && (
          <>
            <Code text={data.pem.trim()} label="Public key" />
            <div className="flex flex-wrap gap-2">
              <Button
                size="small"
                icon={<Download size={16} />}
                onClick={() => downloadText(KEY_NAME, data.pem, 'application/x-pem-file')}
              >
                Download key
              </Button>
              <CopyButton text={data.pem} label="Copy key" />
            </div>
            <p className="text-muted">
              SHA-256 of the key:{' '}
              <span className="font-mono text-xs break-all text-ink">{data.fingerprint}</span>
            </p>
          </>
        )}
      </div>
      <div className="grid gap-2">
        <p className="font-semibold">2. Check the file with OpenSSL 3</p>
        <Code text={VERIFY_COMMAND} label="Command" />
        <div>
          <CopyButton text={VERIFY_COMMAND} label="Copy command" />
        </div>
        <p className="text-muted">It prints 'Signature Verified Successfully', or that the check failed.</p>
      </div>
    </div>
  );
}

/** Focusable, so that the keyboard can scroll the text. */
const Code = ({ text, label }: { text: string; label: string }) => (
  <pre
    tabIndex={0}
    aria-label={label}
    className="overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
  >
    {text}
  </pre>
);
