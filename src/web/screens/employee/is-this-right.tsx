import { useState } from 'react';
import { keep, kept } from '#web/browser/kept.ts';
import { Button } from '#web/ui/button.tsx';

const ANSWERED = 'hours-right';

/** After a clock-out, of that entry: a quiet question, until it is answered. */
export function IsThisRight({ entryId, onCorrect }: { entryId: string; onCorrect: () => void }) {
  const [answered, setAnswered] = useState(() => kept(ANSWERED));
  if (answered === entryId) return null;
  const yes = () => {
    keep(ANSWERED, entryId);
    setAnswered(entryId);
  };
  return (
    <div
      role="group"
      aria-label="Is this right?"
      className="mt-2 flex flex-wrap items-center gap-x-2 rounded-md bg-sunken py-1 pr-1 pl-3 text-sm"
    >
      <p className="grow">Is this right?</p>
      <Button look="quiet" size="small" onClick={yes}>
        Yes
      </Button>
      <Button look="quiet" size="small" aria-haspopup="dialog" onClick={onCorrect}>
        No, change it
      </Button>
    </div>
  );
}
