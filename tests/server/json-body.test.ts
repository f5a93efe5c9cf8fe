import { expect, it } from 'vitest';
import { isTooDeep } from '#server/platform/http/server-options';

it.each([
  ['['.repeat(9), true],
  ['['.repeat(30_000), true],
  ['{"a":'.repeat(9), true],
  [`${'['.repeat(8)}${']'.repeat(8)}`, false],
  ['[[],[],[],[],[],[],[],[],[],[],[]]', false],
  [JSON.stringify({ notes: '[[[[[[[[[[[[ \\ \\" {{{{{{{{{{{{ "[[[[[[[[[[[[[' }), false],
  [JSON.stringify({ '{[{[{[{[{[{[{[': ['\\'] }), false],
  [`{"notes":"\\\\","more":${'['.repeat(8)}`, true],
  ['', false],
])('a body that is nested too deeply is refused without parsing: %j', (body, isRefused) => {
  expect(isTooDeep(body)).toBe(isRefused);
});
