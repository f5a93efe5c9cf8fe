export type Value = string | boolean;
export type Values<Field extends string> = Readonly<Record<Field, Value>>;

export type Draft<Form extends object> = ReturnType<typeof createDraft<Form>>;

export type FieldName<Form extends object> = keyof Form & string;

export type Difference<Form extends object> = ReturnType<typeof differences<Form>>[number];

export const createDraft = <Form extends object>(record: Form, version: number) => ({
  version,
  base: record,
  typed: record,
});

const fieldsOf = <Form extends object>(form: Form): FieldName<Form>[] =>
  Object.keys(form) as FieldName<Form>[];

/** Compares lists by content, since each server response creates new list objects. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const isEdited = <Form extends object>({ base, typed }: Draft<Form>): boolean =>
  fieldsOf(base).some((field) => !isSameValue(base[field], typed[field]));

export const withChanges = <Form extends object>(
  draft: Draft<Form>,
  changes: Partial<Form>,
): Draft<Form> => ({
  ...draft,
  typed: { ...draft.typed, ...changes },
});

export const differences = <Form extends object>({ base, typed }: Draft<Form>, saved: Form) =>
  fieldsOf(base)
    .filter((field) => !isSameValue(saved[field], base[field]))
    .map((field) => ({
      field,
      was: base[field] as unknown,
      is: saved[field] as unknown,
      /** True if this user also edited the field, but to another value than the saved one. */
      isDisputed: !isSameValue(typed[field], base[field]) && !isSameValue(typed[field], saved[field]),
    }));

/** Bases the draft on the saved record. Keeps text that was typed after sending. */
export function afterSaving<Form extends object>(
  { typed }: Draft<Form>,
  sent: Form,
  saved: Form,
  version: number,
): Draft<Form> {
  const merged = fieldsOf(saved).map((field) => [
    field,
    isSameValue(typed[field], sent[field]) ? saved[field] : typed[field],
  ]);
  return { version, base: saved, typed: Object.fromEntries(merged) as Form };
}

/** Bases the draft on the record `saved`, and keeps edits. `whose` decides the fields that both sides edited. */
export function rebase<Form extends object>(
  { base, typed }: Draft<Form>,
  saved: Form,
  version: number,
  whose: 'mine' | 'theirs',
): Draft<Form> {
  const merged = fieldsOf(base).map((field) => {
    const isMine =
      !isSameValue(typed[field], base[field]) && (whose === 'mine' || isSameValue(saved[field], base[field]));
    return [field, isMine ? typed[field] : saved[field]];
  });
  return { version, base: saved, typed: Object.fromEntries(merged) as Form };
}
