/** Explains how to check a file's signature: the public key and the command. */
import { useQuery } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '#contract/routes';
import type { FailedCall } from '#web/api.ts';
import { downloadText } from '#web/browser/download.ts';
import { fetched } from '#web/live/use-asked.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const KEY_NAME = 'punctual-key.pem';
const COMMAND = `openssl pkeyutl -verify -pubin -inkey ${KEY_NAME} -rawin -in FILE -sigfile FILE.sig`;

export function Verifying() {
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
      {isOpen && <Steps />}
    </details>
  );
}

function Steps() {
  const query = useQuery<OutputOf<'payrollKey'>, FailedCall>({
    queryKey: ['payroll-key'],
    staleTime: Infinity,
    queryFn: ({ signal }) => fetched('payrollKey', {}, signal),
  });
  const { data } = query;
  return (
    <div className="grid gap-4 border-t border-line p-3 text-sm">
      <p className="text-muted">
        Each file is signed with this workplace's Ed25519 key. With the file, its signature and the public
        key, anybody can check that nothing was changed.
      </p>
      <div className="grid gap-2">
        <p className="font-semibold">1. Save the public key as {KEY_NAME}</p>
        <LoadFailure title="The key could not be loaded." query={query} />
        {query.isPending && <Skeleton className="h-24" />}
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
        <Code text={COMMAND} label="Command" />
        <div>
          <CopyButton text={COMMAND} label="Copy command" />
        </div>
        <p className="text-muted">It prints 'Signature Verified Successfully', or that the check failed.</p>
      </div>
    </div>
  );
}

/** Focusable, so that keys can scroll it. */
const Code = ({ text, label }: { text: string; label: string }) => (
  <pre
    tabIndex={0}
    aria-label={label}
    className="overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
  >
    {text}
  </pre>
);
