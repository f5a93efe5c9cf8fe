/** Terms of service and privacy policy [D3.8]. */
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
    <LegalSection title="Who runs this">
      <p>
        Your workplace runs Punctual on a server of its choice. Your contract with your workplace decides your
        working hours. These terms only say how to use the clock.
      </p>
    </LegalSection>
    <LegalSection title="Your account">
      <p>
        One account belongs to one person. Clock in and out only for yourself. Keep your password secret, and
        sign out on shared computers.
      </p>
    </LegalSection>
    <LegalSection title="What counts">
      <p>
        The server's clock counts, not your device's. Every punch stays on record. A correction is added with
        who made it and why, and you see it.
      </p>
    </LegalSection>
    <LegalSection title="No warranty">
      <p>Punctual is free software under the MIT licence and comes without warranty.</p>
    </LegalSection>
  </>
);

const StoredData = ({ what, children }: { what: string; children: ReactNode }) => (
  <li>
    <strong className="font-semibold text-ink">{what}:</strong> {children}
  </li>
);

const lifetimeText = (what: 'session' | 'idle' | 'device'): string => {
  const count = lastsDays()?.[what] ?? 0;
  return `${count} ${count === 1 ? 'day' : 'days'}`;
};

const Privacy = () => (
  <>
    <LegalSection title="What is recorded">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <StoredData what="Times">
          when you clock in and out and when breaks start and end, with the notes you write.
        </StoredData>
        <StoredData what="Corrections">
          the old and new times, who asked, who decided, when, and the reasons given. Objections and replies
          stay with them. Declined and withdrawn requests stay too.
        </StoredData>
        <StoredData what="Pay periods">
          when you confirmed your hours or objected, and why. Who closed or reopened the period, who
          downloaded its files, and its final hours.
        </StoredData>
        <StoredData what="IP address">
          the network address you clock in from, as your browser reports it and as the server sees it.
        </StoredData>
        <StoredData what="Location">
          only when your workplace has location tracking on, and only if your browser allows it. It is taken
          once, when you clock in. You can clock in without it.
        </StoredData>
        <StoredData what="Your account">
          name, email address, studio, hub, position, employee ID, payroll number, and each change with who
          made it. Your password itself is never stored.
        </StoredData>
        <StoredData what="Signing in">
          when you signed in, when you last changed something, and when each browser last signed in. The
          networks you signed in from and wrong passwords are remembered for a while, but never stored.
        </StoredData>
        <StoredData what="Messages">
          what administrators are told when you clock in or out. Without a mail server, emails to you are kept
          on the server.
        </StoredData>
      </ul>
    </LegalSection>
    <LegalSection title="Who sees it">
      <p>
        You see your own entries. The administrators of your workplace see everybody's. Other employees see
        nothing of yours. Files for payroll hold your name, your numbers and your hours. Whoever runs the
        server can reach its database.
      </p>
    </LegalSection>
    <LegalSection title="For how long">
      <p>
        Entries and everything attached to them are kept until your workplace erases them. Nothing is erased
        automatically, not even when your account is deactivated. Backups hold copies. Ask your administrators
        how long they keep them.
      </p>
      <p>
        You are signed out after {lifetimeText('idle')} without a punch or another change, after{' '}
        {lifetimeText('session')} in any case. A link for a new password is valid for 60 minutes.
      </p>
    </LegalSection>
    <LegalSection title="What stays in your browser">
      <p>
        Two cookies: one while you are signed in, and one that marks this browser as yours. The second lasts{' '}
        {lifetimeText('device')} after you sign in. With it, somebody else's wrong guesses at your password do
        not lock you out.
      </p>
      <p>
        The browser also keeps the theme you chose, your choice of keys, and Punctual's program files. Its
        history holds the views you opened, with search words and filters. Until the tab is closed, it keeps
        what failed and when, to report it.
      </p>
      <p>
        Nothing is tracked or shown to advertisers. No other site is contacted, unless your workplace has set
        up a service that looks up your IP address.
      </p>
    </LegalSection>
  </>
);

export default function LegalDialog({ text, onClosed }: { text: LegalText; onClosed: () => void }) {
  return (
    <Dialog title={text === 'terms' ? 'Terms of Service' : 'Privacy Policy'} onClose={onClosed}>
      <DialogBody isText>{text === 'terms' ? <Terms /> : <Privacy />}</DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClosed}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
