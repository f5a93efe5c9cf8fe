import { say } from '#texts/say';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

const OUTCOME_SHOWN_MS = 4000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Names the button for screen readers, until it was pressed. */
  name?: string;
  size?: 'small' | 'normal';
}

export function CopyButton({ text, label = say('copy.copy'), name, size = 'small' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), OUTCOME_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text, button.current)) ? 'copied' : 'failed');
  const isCopied = outcome === 'copied';
  return (
    <span ref={button} className="inline-flex *:grow">
      <Button
        size={size}
        aria-label={outcome === null ? name : undefined}
        icon={isCopied ? <Check size={16} /> : <Copy size={16} />}
        onClick={() => void copy()}
      >
        {isCopied ? say('copy.done') : outcome === 'failed' ? say('copy.byHand') : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && say('copy.announced')}
      </span>
    </span>
  );
}

/** Over plain http there is no clipboard API, so copy by a selection. */
async function copyText(text: string, beside: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, beside);
  }
}

function copyBySelection(text: string, beside: HTMLElement | null): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // Placed inside an open dialog, since the dialog keeps the focus inside itself.
  (beside ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
