/**
 * A form over a record that others may change meanwhile: what was typed, what it was filled from, and how the
 * two come together.
 */

export type Value = string | boolean;
export type Values<Field extends string> = Readonly<Record<Field, Value>>;

export interface Draft<Field extends string> {
  /** Of the record the form was filled from. */
  readonly version: number;
  readonly base: Values<Field>;
  readonly typed: Values<Field>;
}

/** What somebody else changed since the form was filled. */
export interface Difference<Field extends string> {
  readonly field: Field;
  readonly was: Value;
  readonly is: Value;
  /** Here something else was typed into the same field. */
  readonly isDisputed: boolean;
}

export const draftOf = <Field extends string>(saved: Values<Field>, version: number): Draft<Field> => ({
  version,
  base: saved,
  typed: saved,
});

const fieldsOf = <Field extends string>(values: Values<Field>): Field[] => Object.keys(values) as Field[];

/** Something was typed that is not saved. */
export const isEdited = <Field extends string>({ base, typed }: Draft<Field>): boolean =>
  fieldsOf(base).some((field) => base[field] !== typed[field]);

export const withTyped = <Field extends string>(
  draft: Draft<Field>,
  field: Field,
  value: Value,
): Draft<Field> => ({ ...draft, typed: { ...draft.typed, [field]: value } });

export const differences = <Field extends string>(
  { base, typed }: Draft<Field>,
  saved: Values<Field>,
): Difference<Field>[] =>
  fieldsOf(base)
    .filter((field) => saved[field] !== base[field])
    .map((field) => ({
      field,
      was: base[field],
      is: saved[field],
      isDisputed: typed[field] !== base[field] && typed[field] !== saved[field],
    }));

/**
 * The form over what was just saved, as the server has it. What was typed since it was sent stays, to be
 * saved next.
 */
export function afterSaving<Field extends string>(
  { typed }: Draft<Field>,
  sent: Values<Field>,
  saved: Values<Field>,
  version: number,
): Draft<Field> {
  const kept = fieldsOf(saved).map((field) => [
    field,
    typed[field] === sent[field] ? saved[field] : typed[field],
  ]);
  return { version, base: saved, typed: Object.fromEntries(kept) as Values<Field> };
}

/**
 * The form over the record as it is now. What was typed stays; where others changed the same field, it is as
 * `whose` says.
 */
export function rebased<Field extends string>(
  { base, typed }: Draft<Field>,
  saved: Values<Field>,
  version: number,
  whose: 'mine' | 'theirs',
): Draft<Field> {
  const kept = fieldsOf(base).map((field) => {
    const isMine = typed[field] !== base[field] && (whose === 'mine' || saved[field] === base[field]);
    return [field, isMine ? typed[field] : saved[field]];
  });
  return { version, base: saved, typed: Object.fromEntries(kept) as Values<Field> };
}
