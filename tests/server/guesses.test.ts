import { expect, it } from 'vitest';
import { createGuesses } from '#server/punch-queue/guesses';

it('as many people are remembered as may be, and whoever was here longest ago is forgotten first', () => {
  const guesses = createGuesses<number>(2);
  guesses.set('ada', 1);
  guesses.set('grace', 1);
  guesses.set('ada', 2);
  guesses.set('edsger', 1);
  expect(['ada', 'grace', 'edsger'].map((name) => guesses.get(name))).toEqual([2, undefined, 1]);
  guesses.forget('ada');
  expect(guesses.get('ada')).toBeUndefined();
});
