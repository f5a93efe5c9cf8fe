import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
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
    <Dialog title={say('signature.title')} onClose={close}>
      <ReadOnlyBody onClose={close}>
        <p className="text-sm text-muted">{say('signature.text')}</p>
        <Step title={say('signature.download')}>
          <div className="flex flex-wrap gap-2">
            {PAYROLL_FILE_KINDS.map((kind) => (
              <Button
                key={kind}
                size="small"
                isBusy={underWay === kind}
                isBlocked={underWay !== null}
                aria-label={say('signature.of', { format: FILE_KIND_TEXTS[kind].label })}
                onClick={() => save(kind, 'payrollSignature')}
              >
                {FILE_KIND_TEXTS[kind].label}
              </Button>
            ))}
          </div>
          <Problem title={say('report.noFile')} text={problem} />
        </Step>
        <Step title={say('signature.saveKey', { file: KEY_NAME })}>
          <LoadState title={say('signature.keyNotLoaded')} query={query} shape="h-24" />
          {data && (
            <>
              <Code text={data.pem.trim()} label={say('signature.publicKey')} />
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  icon={<Download size={16} />}
                  onClick={() => downloadText(KEY_NAME, data.pem, 'application/x-pem-file')}
                >
                  {say('signature.downloadKey')}
                </Button>
                <CopyButton text={data.pem} label={say('signature.copyKey')} />
              </div>
              <p className="text-muted">
                {richly('signature.fingerprint', {
                  fingerprint: (
                    <span className="font-mono text-xs break-all text-ink">{data.fingerprint}</span>
                  ),
                })}
              </p>
            </>
          )}
        </Step>
        <Step title={say('signature.check')}>
          <Code text={VERIFY_COMMAND} label={say('signature.command')} />
          <div>
            <CopyButton text={VERIFY_COMMAND} label={say('signature.copyCommand')} />
          </div>
          <p className="text-muted">{say('signature.prints')}</p>
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
