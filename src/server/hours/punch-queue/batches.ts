import { currentDeadline, settleBatch, type Deadline } from '../../platform/async/deadline.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly deadline: Deadline | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Turns of the event loop to wait after a batch of several items: the next batch grows, and costs less per item. */
const TURNS = 3;

/** Runs the items of a turn of the event loop as one batch. After an error each item is tried alone. */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems, maxParallel }: { readonly maxItems: number; readonly maxParallel: number },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let working = 0;
  let isPlanned = false;

  const startBatches = (): void => {
    isPlanned = false;
    while (working < maxParallel && waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      working += 1;
      void runInTime(batch).finally(() => {
        working -= 1;
        plan(batch.length > 1 ? TURNS : 0);
      });
    }
  };
  const plan = (turns: number): void => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(gather, turns, waiting.length);
  };
  const gather = (turns: number, before: number): void => {
    if (turns > 0 && (turns === TURNS || waiting.length > before))
      setImmediate(gather, turns - 1, waiting.length);
    else startBatches();
  };
  const runInTime = (batch: readonly Waiting<Item, Result>[]): Promise<void> =>
    run(batch.filter(({ deadline, reject }) => isInTime(deadline, reject)));
  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    if (batch.length === 0) return;
    const deadlines = batch.flatMap(({ deadline }) => deadline ?? []);
    try {
      const results = await settleBatch(deadlines, () => work(batch.map(({ item }) => item)));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await runInTime([one]);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, deadline: currentDeadline(), resolve, reject });
      if (working < maxParallel) plan(0);
    });
}

function isInTime(deadline: Deadline | undefined, reject: (error: unknown) => void): boolean {
  try {
    deadline?.check();
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}
