import { UserPlus } from 'lucide-react';
import { goTo } from '#web/browser/navigation.ts';
import { Button } from '#web/ui/button.tsx';

export const InviteButton = () => (
  <Button size="small" icon={<UserPlus size={16} />} onClick={() => goTo(['settings'], {})}>
    Invite people
  </Button>
);
