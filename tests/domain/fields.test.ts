/** Rules for every text in a request, whatever the route. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { routes } from '#contract/routes';

type Schema = z.core.$ZodType;

/** All string fields of a schema, with their paths. */
function textsIn(schema: Schema, name: string): [string, Schema][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return [[name, schema]];
    case 'object':
      return Object.entries(def.shape).flatMap(([key, member]) => textsIn(member, `${name}.${key}`));
    case 'array':
      return textsIn(def.element, `${name}[]`);
    case 'readonly':
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, name);
    case 'union':
      return def.options.flatMap((option) => textsIn(option, name));
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'number':
      return [];
    default:
      throw new Error(`${name} is of a kind this test does not know: ${def.type}`);
  }
}

const takes = (schema: Schema, text: string): boolean => (schema as z.ZodMiniType).safeParse(text).success;
const TEXTS = Object.entries(routes).flatMap(([name, { input }]) => textsIn(input, name));

describe('texts in requests', () => {
  it.each(TEXTS)('the field %s refuses a text with half a character (a lone surrogate)', (_name, schema) => {
    for (const text of ['x\uD800y', '\uDC00', 'long enough \uD83D', 'ada\uD800@example.com'])
      expect(takes(schema, text), JSON.stringify(text)).toBe(false);
  });
});

/** Fields that accept the sample, but not every text. */
const takingOnly = (sample: string) =>
  TEXTS.filter(([, schema]) => takes(schema, sample) && !takes(schema, 'anything at all'));
const PLACE = '_00000000-0000-4000-8000-000000000000';

describe('times and days in requests', () => {
  it.each([
    ...takingOnly('2026-11-20T09:00:00.000Z').map(([name, schema]) => [name, schema, ''] as const),
    ...takingOnly(`2026-11-20T09:00:00.000Z${PLACE}`).map(([name, schema]) => [name, schema, PLACE] as const),
  ])('the field %s refuses an invalid time', (_name, schema, ending) => {
    for (const day of ['2026-99-99T99:99:99.999', '2026-02-30T00:00:00.000', '2026-11-20T24:00:00.000'])
      expect(takes(schema, `${day}Z${ending}`), day).toBe(false);
  });

  it.each(takingOnly('2026-11-20'))('the field %s refuses an invalid day', (_name, schema) => {
    for (const day of ['2026-99-99', '2026-02-30', '1900-02-29', '2026-11-00'])
      expect(takes(schema, day), day).toBe(false);
  });
});
