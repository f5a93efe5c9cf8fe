import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Shows the rows that a frozen list keeps back. `children` take its place when there are none. */
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
    <Button size="small" look="quiet" icon={<ArrowUp size={16} />} onClick={onShow}>
      {waiting} new
    </Button>
  ) : (
    children
  );
