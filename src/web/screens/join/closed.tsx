import { AuthHeading } from '#web/frame/entry-page.tsx';
import { Button } from '#web/ui/button.tsx';

const CLOSED_TEXTS = {
  off: {
    title: 'Registration is closed',
    text: 'Your workplace creates the accounts. Ask an administrator for yours.',
  },
  'invitation-needed': {
    title: 'You need an invitation',
    text: 'Your workplace invites people with a link or a QR code. Ask an administrator for it and open it on this device.',
  },
  'invitation-ended': {
    title: 'This invitation has ended',
    text: 'A newer link replaced it. Ask an administrator for that one.',
  },
} as const;

export default function RegistrationClosed({
  why,
  onLeave,
}: {
  why: keyof typeof CLOSED_TEXTS;
  onLeave: () => void;
}) {
  const { title, text } = CLOSED_TEXTS[why];
  return (
    <>
      <AuthHeading>{title}</AuthHeading>
      <p className="mt-2 text-muted">{text}</p>
      <Button look="primary" onClick={onLeave} className="mt-6 w-full">
        Back to Login
      </Button>
    </>
  );
}
