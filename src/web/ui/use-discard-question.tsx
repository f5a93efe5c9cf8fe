import { useCallback, useState } from 'react';
import type { DiscardWords } from './discard-question.tsx';
import { useExitGuard, useUnsaved } from './leaving.ts';
import { onDemand } from './on-demand.tsx';

const DiscardQuestion = onDemand(() => import('./discard-question.tsx'));

/** Asks before edits are discarded, also at the browser's Back. */
export function useDiscardQuestion(hasEdits: boolean, words?: DiscardWords) {
  const [discard, setDiscard] = useState<(() => void) | null>(null);
  const leave = useCallback((go: () => void) => (hasEdits ? setDiscard(() => go) : go()), [hasEdits]);
  useUnsaved(hasEdits);
  useExitGuard(hasEdits, leave);
  return {
    leave,
    question: discard && (
      <DiscardQuestion
        words={words}
        onKeep={() => setDiscard(null)}
        onDiscard={() => {
          setDiscard(null);
          discard();
        }}
      />
    ),
  };
}
