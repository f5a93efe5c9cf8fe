import { useState } from 'react';
import type { LeavingWords } from './discard-question.tsx';
import { useGuard, useUnsaved } from './leaving.ts';
import { onDemand } from './on-demand.tsx';

const DiscardQuestion = onDemand(() => import('./discard-question.tsx'));

/** Asks before edits are discarded, also at Back. */
export function useDiscardQuestion(hasEdits: boolean, words?: LeavingWords) {
  const [discard, setDiscard] = useState<(() => void) | null>(null);
  const ask = (go: () => void) => setDiscard(() => go);
  useUnsaved(hasEdits);
  useGuard(hasEdits, ask);
  return {
    leave: (go: () => void) => (hasEdits ? ask(go) : go()),
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
