import { say } from '#texts/say';
import { AuthHeading } from '#web/frame/entry-page.tsx';
import { Button } from '#web/ui/button.tsx';

const CLOSED_TEXTS = {
  off: {
    title: 'joinClosed.offTitle',
    text: 'joinClosed.off',
  },
  'invitation-needed': {
    title: 'joinClosed.invitationTitle',
    text: 'joinClosed.invitation',
  },
  'invitation-ended': {
    title: 'joinClosed.endedTitle',
    text: 'joinClosed.ended',
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
      <AuthHeading>{say(title)}</AuthHeading>
      <p className="mt-2 text-muted">{say(text)}</p>
      <Button look="primary" onClick={onLeave} className="mt-6 w-full">
        {say('common.backToLogin')}
      </Button>
    </>
  );
}
