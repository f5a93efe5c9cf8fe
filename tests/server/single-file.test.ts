import { expect, it } from 'vitest';
import { createKeyedMutex } from '#server/platform/async/coalesce';

it('work with one key runs in order, also after a failure, and does not delay other keys', async () => {
  const done: string[] = [];
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => void (letGo = resolve));
  const oneByOne = createKeyedMutex();
  const first = oneByOne('eve', async () => {
    await held;
    done.push('eve 1');
    throw new Error('in vain');
  });
  const second = oneByOne('eve', async () => void done.push('eve 2'));
  await oneByOne('ada', async () => void done.push('ada'));
  letGo();
  await expect(first).rejects.toThrow('in vain');
  await second;
  expect(await oneByOne('eve', async () => 'eve 3')).toBe('eve 3');
  expect(done).toEqual(['ada', 'eve 1', 'eve 2']);
});
