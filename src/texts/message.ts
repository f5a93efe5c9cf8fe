/** What a text is. The English texts are the type: every language has the same keys, and each text the same values. */

/** Forms of a text by the value `count`, chosen by the plural rules of the language. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** A text in which `{name}` stands for the value of that name. */
export type Message = string | PluralText;

export type Catalogue = Readonly<Record<string, Message>>;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names of the values that a message needs. */
export type ValueNames<One> = One extends string
  ? NamesIn<One>
  : 'count' | { [Form in keyof One]: NamesIn<One[Form]> }[keyof One];

export type Values<One> = {
  readonly [Name in ValueNames<One>]: Name extends 'count' ? number : string | number;
};

/** Arguments of a message after its key: none if it needs no values. */
export type ValuesArgument<One> = [ValueNames<One>] extends [never] ? [] : [values: Values<One>];

/** A message in another language: of the same kind, with the same values. A form may leave out `{count}`. */
type Translated<English, Other> = English extends string
  ? [
      Exclude<ValueNames<English>, ValueNames<Other>>,
      Exclude<ValueNames<Other>, ValueNames<English>>,
    ] extends [never, never]
    ? string
    : { readonly needs: ValueNames<English> }
  : [Exclude<ValueNames<Other>, ValueNames<English>>] extends [never]
    ? PluralText
    : { readonly needs: ValueNames<English> };

/**
 * Returns the catalogue of another language as it is. The compiler refuses a key that is missing or unknown, and a
 * message whose values differ from the English ones.
 */
export const translation =
  <English extends Catalogue>() =>
  <const Other extends { readonly [Key in keyof English]: Message }>(
    texts: Other & {
      readonly [Key in keyof Other]: Key extends keyof English ? Translated<English[Key], Other[Key]> : never;
    },
  ): { readonly [Key in keyof English]: Message } =>
    texts;
