/** The state of a form over a record that is live. */
import { useState } from 'react';
import {
  afterSaving,
  differences,
  draftOf,
  isEdited,
  rebased,
  withTyped,
  type Difference,
  type Draft,
  type Value,
  type Values,
} from './draft.ts';

export interface DraftState<Field extends string> {
  readonly draft: Draft<Field>;
  readonly isEdited: boolean;
  /** What others changed since: to be decided on before saving. */
  readonly conflicts: readonly Difference<Field>[];
  type(field: Field, value: Value): void;
  /** Fills several fields at once. */
  fill(values: Partial<Values<Field>>): void;
  /** Goes on from the record as it is now. */
  decide(whose: 'mine' | 'theirs'): void;
  /** The form as the record is. */
  reset(): void;
  /** The form over what was just saved of what was sent. */
  saved(sent: Values<Field>, values: Values<Field>, version: number): void;
}

/**
 * While nothing was typed the form simply shows the record as it is.
 * @param initial a draft that was begun before
 */
export function useDraft<Field extends string>(
  record: Values<Field>,
  version: number,
  initial?: Draft<Field>,
): DraftState<Field> {
  const [kept, setKept] = useState<Draft<Field>>(() => initial ?? draftOf(record, version));
  const found = version > kept.version ? differences(kept, record) : [];
  const isOvertaken = version > kept.version && (found.length === 0 || !isEdited(kept));
  const draft = isOvertaken ? rebased(kept, record, version, 'mine') : kept;
  if (isOvertaken) setKept(draft);
  return {
    draft,
    isEdited: isEdited(draft),
    conflicts: isOvertaken ? [] : found,
    type: (field, value) => setKept((current) => withTyped(current, field, value)),
    fill: (values) => setKept((current) => ({ ...current, typed: { ...current.typed, ...values } })),
    decide: (whose) => setKept(rebased(draft, record, version, whose)),
    reset: () => setKept(draftOf(record, version)),
    saved: (sent, values, newest) => setKept((current) => afterSaving(current, sent, values, newest)),
  };
}
