/** What every text that is sent has to be, whichever route takes it. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { routes } from '#contract/routes';

type Schema = z.core.$ZodType;

/** Every place in a schema that takes any text, under its name. */
function textsIn(schema: Schema, name: string): [string, Schema][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return [[name, schema]];
    case 'object':
      return Object.entries(def.shape).flatMap(([key, member]) => textsIn(member, `${name}.${key}`));
    case 'array':
      return textsIn(def.element, `${name}[]`);
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

const TEXTS = Object.entries(routes).flatMap(([name, { input }]) => textsIn(input, name));

describe('a text that is sent', () => {
  it.each(TEXTS)('is refused as %s when it holds half a character', (_name, schema) => {
    for (const text of ['x\uD800y', '\uDC00', 'long enough \uD83D', 'ada\uD800@example.com'])
      expect((schema as z.ZodMiniType).safeParse(text).success, JSON.stringify(text)).toBe(false);
  });
});
