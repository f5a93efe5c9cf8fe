/** A form's state: what was typed, what is wrong with it, and the sending (ui.md 13). */
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { faultsOf, focusFirstFault, without, type Faults } from './form.ts';

/** Why it did not work: of the whole, or by field. */
export interface NotDone<Field extends string> {
  readonly problem?: string;
  readonly faults?: Faults<Field>;
  /** The name of the control that takes the focus, where no field is at fault. */
  readonly focus?: Field;
}

export interface FormState<Form extends Record<string, string>> {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly typed: Form;
  readonly faults: Faults<keyof Form & string>;
  readonly problem: string | null;
  readonly working: boolean;
  /** Something was typed that would be lost. */
  readonly isDirty: boolean;
  edit(field: keyof Form & string): (text: string) => void;
  submit(event: FormEvent): void;
}

/** `send` gets what was typed once the schema finds nothing wrong with it; nothing back means that it is done. */
export function useForm<Form extends Record<string, string>>(
  schema: z.ZodMiniType<unknown, Form>, initial: Form, send: (typed: Form) => Promise<NotDone<keyof Form & string> | undefined>,
): FormState<Form> {
  const [first] = useState(initial);
  const [typed, setTyped] = useState(initial);
  const [faults, setFaults] = useState<Faults<keyof Form & string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const ref = useRef<HTMLFormElement>(null);

  const show = ({ problem: said, faults: found = {}, focus }: NotDone<keyof Form & string>) => {
    flushSync(() => {
      setWorking(false);
      setFaults(found);
      setProblem(said ?? null);
    });
    if (Object.keys(found).length > 0) focusFirstFault(ref.current);
    else if (focus !== undefined) ref.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus();
  };
  const run = async () => {
    if (working) return;
    const found = faultsOf(schema, typed);
    show({ faults: found });
    if (Object.keys(found).length > 0) return;
    setWorking(true);
    const notDone = await send(typed);
    if (notDone) show(notDone);
    else setWorking(false);
  };

  return {
    ref, typed, faults, problem, working,
    isDirty: Object.entries(typed).some(([field, text]) => text !== first[field]),
    edit: (field) => (text) => {
      setTyped((before) => ({ ...before, [field]: text }));
      setFaults((before) => without(before, field));
      setProblem(null);
    },
    submit: (event) => {
      event.preventDefault();
      void run();
    },
  };
}
