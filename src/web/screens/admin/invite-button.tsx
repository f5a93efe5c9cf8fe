import { UserPlus } from 'lucide-react';
import { goTo } from '#web/browser/navigation.ts';
import { Button } from '#web/ui/button.tsx';

/** Where nothing is shown because nobody is there yet: leads to the link and the poster that invite people. */
export const InviteButton = () => (
  <Button size="small" icon={<UserPlus aria-hidden size={16} />} onClick={() => goTo(['settings'], {})}>
    Invite people
  </Button>
);
