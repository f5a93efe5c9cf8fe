import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefetcher } from '#web/live/use-live-query.ts';
import { change, settings } from './records.ts';

let client: QueryClient;
let answers: ((view: string) => void)[];
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  answers = [];
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve));
  new QueryObserver(client, { queryKey: ['leave'], queryFn }).subscribe(() => {});
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function answered(view: string): Promise<void> {
  answers.at(-1)?.(view);
  await wait(0);
}

it('a rush of changes causes one request', async () => {
  await answered('first');
  const again = createRefetcher(client, 'leave');
  for (let n = 0; n < 20; n += 1) again.scheduleAfter(change(`c${n}`));
  await wait(200);
  expect(answers).toHaveLength(2);
});

it('an answer that was on its way when a change came is followed by another', async () => {
  createRefetcher(client, 'leave').scheduleAfter(change('c1'));
  await wait(5000);
  expect(answers).toHaveLength(1);
  await answered('older than the change');
  await wait(200);
  expect(answers).toHaveLength(2);
  await answered('newer');
  await wait(5000);
  expect([client.getQueryData(['leave']), answers.length]).toEqual(['newer', 2]);
});

it('slow answers are asked for less often', async () => {
  await answered('first');
  const again = createRefetcher(client, 'leave');
  again.schedule();
  await wait(150 + 1000);
  await answered('after a second');
  again.schedule();
  await wait(2900);
  expect(answers).toHaveLength(2);
  await wait(200);
  expect(answers).toHaveLength(3);
});

it('employees ask within four seconds after a change of the settings, each at another moment', async () => {
  let asked = 0;
  for (let n = 0; n < 40; n += 1) {
    const queryFn = () => Promise.resolve(asked++);
    new QueryObserver(client, { queryKey: [`view ${n}`], queryFn }).subscribe(() => {});
    createRefetcher(client, `view ${n}`).scheduleAfter(change('c1', { userId: null, settings: settings() }));
  }
  await wait(1200);
  expect(asked - 40).toBeLessThan(35);
  await wait(3000);
  expect(asked - 40).toBe(40);
});
