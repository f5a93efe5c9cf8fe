/** Terms of service and privacy policy [D3.8]: short, plain, and what the product really does. */
import type { ReactNode } from 'react';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { Button } from '#web/ui/button.tsx';

export type LegalText = 'terms' | 'privacy';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="font-semibold">{title}</h3>
    <div className="mt-1 flex flex-col gap-2 text-muted">{children}</div>
  </section>
);

const Terms = () => (
  <>
    <Part title="Who runs this">
      <p>
        Your workplace runs Punctual on a server of its choice. Your contract with your workplace decides your
        working hours. These terms only say how to use the clock.
      </p>
    </Part>
    <Part title="Your account">
      <p>
        One account belongs to one person. Clock in and out only for yourself. Keep your password secret, and
        sign out on shared computers.
      </p>
    </Part>
    <Part title="What counts">
      <p>
        The server's clock counts, not your device's. Every punch stays on record. A correction is added with
        who made it and why, and you see it.
      </p>
    </Part>
    <Part title="No warranty">
      <p>Punctual is free software under the MIT licence and comes without warranty.</p>
    </Part>
  </>
);

const Privacy = () => (
  <>
    <Part title="What is recorded">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>
          <strong className="font-semibold text-ink">Times:</strong> when you clock in and out and when breaks
          start and end, with the notes you write.
        </li>
        <li>
          <strong className="font-semibold text-ink">IP address:</strong> the network address you clock in
          from, as your browser tells it and as the server sees it.
        </li>
        <li>
          <strong className="font-semibold text-ink">Location:</strong> only when your workplace has location
          tracking on, only at the moment you clock in, and only if your browser allows it. You can clock in
          without.
        </li>
        <li>
          <strong className="font-semibold text-ink">Your account:</strong> name, e-mail address, studio, hub,
          position, employee ID, and a password of which only a hash is kept.
        </li>
      </ul>
    </Part>
    <Part title="Who sees it">
      <p>
        You see your own entries. The administrators of your workplace see everybody's. Other employees see
        nothing of yours. Whoever runs the server can reach its database.
      </p>
    </Part>
    <Part title="For how long">
      <p>
        Entries and everything attached to them are kept until your workplace erases them. Nothing is erased
        automatically, not even when your account is deactivated. Ask your administrators how long they keep
        them.
      </p>
      <p>
        You are signed out after 14 days without a punch or another change, after 90 days in any case. A link
        for a new password is valid for 60 minutes.
      </p>
    </Part>
    <Part title="What stays in your browser">
      <p>
        Two cookies: one while you are signed in, and one that remembers this browser as yours for 400 days,
        so that nobody can lock you out by guessing at your password. The theme you chose is kept here, too.
        Nothing is tracked or shown to advertisers, and no other site is contacted, unless your workplace has
        set up a service that looks up your IP address.
      </p>
    </Part>
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
