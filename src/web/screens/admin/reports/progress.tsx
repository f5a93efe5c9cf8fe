import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

/** What is done within this needs no progress. */
const QUICK_MS = 800;

export function Progress({ label, share, onCancel }: { label: string; share: number; onCancel: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), QUICK_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  const percent = Math.round(share * 100);
  return (
    <div className="flex items-center gap-3">
      <div className="grow">
        <ProgressBar label={label} percent={percent} text={`${percent} percent`} />
      </div>
      <span className="w-10 text-right text-sm text-muted tabular-nums">{percent}%</span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
