/** Terms of service and privacy policy [D3.8]. */
import { say } from '#texts/say';
import type { ReactNode } from 'react';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { lastsDays } from '#web/session/auth.ts';
import { Button } from '#web/ui/button.tsx';

export type LegalText = 'terms' | 'privacy';

const LegalSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="font-semibold">{title}</h3>
    <div className="mt-1 flex flex-col gap-2 text-muted">{children}</div>
  </section>
);

const Terms = () => (
  <>
    <LegalSection title={say('terms.whoRuns')}>
      <p>{say('terms.whoRunsText')}</p>
    </LegalSection>
    <LegalSection title={say('terms.account')}>
      <p>{say('terms.accountText')}</p>
    </LegalSection>
    <LegalSection title={say('terms.counts')}>
      <p>{say('terms.countsText')}</p>
    </LegalSection>
    <LegalSection title={say('terms.warranty')}>
      <p>{say('terms.warrantyText')}</p>
    </LegalSection>
  </>
);

const StoredData = ({ what, children }: { what: string; children: ReactNode }) => (
  <li>
    <strong className="font-semibold text-ink">{what}:</strong> {children}
  </li>
);

const lifetimeDays = (what: 'session' | 'idle' | 'device'): number => lastsDays()?.[what] ?? 0;

const afterDays = (count: number): string => say('privacy.afterDays', { count });

const Privacy = () => (
  <>
    <LegalSection title={say('privacy.recorded')}>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        <StoredData what={say('privacy.times')}>{say('privacy.timesText')}</StoredData>
        <StoredData what={say('privacy.corrections')}>{say('privacy.correctionsText')}</StoredData>
        <StoredData what={say('privacy.periods')}>{say('privacy.periodsText')}</StoredData>
        <StoredData what={say('privacy.address')}>{say('privacy.addressText')}</StoredData>
        <StoredData what={say('privacy.location')}>{say('privacy.locationText')}</StoredData>
        <StoredData what={say('privacy.account')}>{say('privacy.accountText')}</StoredData>
        <StoredData what={say('privacy.signingIn')}>{say('privacy.signingInText')}</StoredData>
        <StoredData what={say('privacy.messages')}>{say('privacy.messagesText')}</StoredData>
      </ul>
    </LegalSection>
    <LegalSection title={say('privacy.readers')}>
      <p>{say('privacy.readersText')}</p>
    </LegalSection>
    <LegalSection title={say('privacy.howLong')}>
      <p>{say('privacy.howLongText')}</p>
      <p>
        {say('privacy.sessions', {
          idle: afterDays(lifetimeDays('idle')),
          session: afterDays(lifetimeDays('session')),
        })}
      </p>
    </LegalSection>
    <LegalSection title={say('privacy.browser')}>
      <p>{say('privacy.cookies', { device: say('privacy.lastsDays', { count: lifetimeDays('device') }) })}</p>
      <p>{say('privacy.browserText')}</p>
      <p>{say('privacy.noTracking')}</p>
    </LegalSection>
  </>
);

export default function LegalDialog({ text, onClosed }: { text: LegalText; onClosed: () => void }) {
  return (
    <Dialog title={text === 'terms' ? say('legal.terms') : say('legal.privacy')} onClose={onClosed}>
      <DialogBody isText>{text === 'terms' ? <Terms /> : <Privacy />}</DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClosed}>
          {say('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
