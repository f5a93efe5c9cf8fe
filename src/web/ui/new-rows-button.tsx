import { ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';

/**
 * What a held list keeps back; a press brings it. Nothing when there is nothing, or when 'Resume' is the way
 * to bring it.
 */
export const NewRowsButton = ({
  waiting,
  isPaused,
  onShow,
}: {
  waiting: number;
  isPaused: boolean;
  onShow: () => void;
}) =>
  waiting > 0 && !isPaused ? (
    <Button size="small" look="quiet" icon={<ArrowUp aria-hidden size={16} />} onClick={onShow}>
      {waiting} new
    </Button>
  ) : null;
