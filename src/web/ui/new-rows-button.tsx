import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/**
 * What a held list keeps back; a press brings it. Where there is nothing, or 'Resume' is the way to bring it, what else
 * stands there: beside both a narrow heading would break in two.
 */
export const NewRowsButton = ({
  waiting,
  isPaused,
  onShow,
  children = null,
}: {
  waiting: number;
  isPaused: boolean;
  onShow: () => void;
  children?: ReactNode;
}) =>
  waiting > 0 && !isPaused ? (
    <Button size="small" look="quiet" icon={<ArrowUp aria-hidden size={16} />} onClick={onShow}>
      {waiting} new
    </Button>
  ) : (
    children
  );
