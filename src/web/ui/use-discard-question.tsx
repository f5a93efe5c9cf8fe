import { useState } from 'react';
import { useGuard, useUnsaved } from './leaving.ts';
import { onDemand } from './on-demand.tsx';

const DiscardQuestion = onDemand(() => import('./discard-question.tsx'));

/** For a form outside a dialog: asks before its edits are discarded. */
export function useDiscardQuestion(hasEdits: boolean) {
  const [discard, setDiscard] = useState<(() => void) | null>(null);
  const ask = (go: () => void) => setDiscard(() => go);
  useUnsaved(hasEdits);
  useGuard(hasEdits, ask);
  return {
    leave: (go: () => void) => (hasEdits ? ask(go) : go()),
    question: discard && <DiscardQuestion isOpen onKeep={() => setDiscard(null)} onDiscard={discard} />,
  };
}
