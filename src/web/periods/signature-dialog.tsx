import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAYROLL_FILE_KINDS } from '#contract/periods/payroll';
import { downloadText } from '#web/browser/download.ts';
import { closeOver } from '#web/browser/navigation.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { FILE_KIND_TEXTS, type PayrollFiles } from './download-menu.tsx';

const KEY_NAME = 'punctual-key.pem';
const VERIFY_COMMAND = `openssl pkeyutl -verify -pubin -inkey ${KEY_NAME} -rawin -in FILE -sigfile FILE.sig`;

export default function SignatureDialog({ files: { problem, underWay, save } }: { files: PayrollFiles }) {
  const query = useRouteQuery('payrollKey', {}, { staleTime: Infinity });
  const { data } = query;
  const close = () => closeOver('signature');
  return (
    <Dialog title="Check the signature" onClose={close}>
      <ReadOnlyBody onClose={close}>
        <p className="text-sm text-muted">
          Each file is signed with this workplace's Ed25519 key. With the file, its signature and the public
          key, anybody can check that nothing was changed.
        </p>
        <Step title="1. Download the signature of your file">
          <div className="flex flex-wrap gap-2">
            {PAYROLL_FILE_KINDS.map((kind) => (
              <Button
                key={kind}
                size="small"
                isBusy={underWay === kind}
                isBlocked={underWay !== null}
                onClick={() => save(kind, 'payrollSignature')}
              >
                <span className="sr-only">Signature of </span>
                {FILE_KIND_TEXTS[kind].label}
              </Button>
            ))}
          </div>
          <Problem title="The file could not be made." text={problem} />
        </Step>
        <Step title={`2. Save the public key as ${KEY_NAME}`}>
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
        </Step>
        <Step title="3. Check the file with OpenSSL 3">
          <Code text={VERIFY_COMMAND} label="Command" />
          <div>
            <CopyButton text={VERIFY_COMMAND} label="Copy command" />
          </div>
          <p className="text-muted">It prints 'Signature Verified Successfully', or that the check failed.</p>
        </Step>
      </ReadOnlyBody>
    </Dialog>
  );
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-2 text-sm">
    <p className="font-semibold">{title}</p>
    {children}
  </div>
);

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
