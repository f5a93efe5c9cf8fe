/**
 * The sending of a form: whether it is under way, and what was found wrong with it, here or by the server.
 */
import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstInvalid, withoutError, type FieldErrors } from './field-errors.ts';

export interface Sending<Field extends string> {
  readonly errors: FieldErrors<Field>;
  /** What belongs to no field. */
  readonly problem: string | null;
  readonly isSending: boolean;
  /** Nothing is wrong any more, as far as is known. */
  begin(): void;
  /** It arrived. */
  end(): void;
  /** Shows what is wrong, and puts the focus on the first field at fault. */
  refuse(errors: FieldErrors<Field>, problem: string | null): void;
  /** Takes away a field's message and what was said of the whole: the field is being edited. */
  clear(field: Field): void;
  /** Takes every message away. */
  forget(): void;
}

export function useSending<Field extends string>(form: RefObject<HTMLElement | null>): Sending<Field> {
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const forget = () => {
    setErrors({});
    setProblem(null);
  };
  return {
    errors,
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
        setErrors(found);
        setProblem(message);
        setSending(false);
      });
      focusFirstInvalid(form.current);
    },
    clear: (field) => {
      setErrors((known) => withoutError(known, field));
      setProblem(null);
    },
  };
}
