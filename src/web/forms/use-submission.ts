/**
 * The sending of a form: whether it is under way, and what was found wrong with it, here or by the server
 * (ui.md 13).
 */
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstFault, without, type Faults } from './field-errors.ts';

export interface Sending<Field extends string> {
  readonly faults: Faults<Field>;
  /** What belongs to no field. */
  readonly problem: string | null;
  readonly isSending: boolean;
  /** Nothing is wrong any more, as far as is known. */
  begin(): void;
  /** It arrived. */
  end(): void;
  /** Shows what is wrong, and puts the focus on the first field at fault. */
  refuse(faults: Faults<Field>, problem: string | null): void;
  /** Takes away a field's message and what was said of the whole: the field is being edited. */
  clear(field: Field): void;
  /** Takes every message away. */
  forget(): void;
}

export function useSending<Field extends string>(form: RefObject<HTMLElement | null>): Sending<Field> {
  const [faults, setFaults] = useState<Faults<Field>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const forget = () => {
    setFaults({});
    setProblem(null);
  };
  return {
    faults,
    problem,
    isSending,
    forget,
    begin: () => {
      forget();
      setSending(true);
    },
    end: () => setSending(false),
    refuse: (found, message) => {
      // The fields have to be marked before one of them can be looked for.
      flushSync(() => {
        setFaults(found);
        setProblem(message);
        setSending(false);
      });
      focusFirstFault(form.current);
    },
    clear: (field) => {
      setFaults((known) => without(known, field));
      setProblem(null);
    },
  };
}
