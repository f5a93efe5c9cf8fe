/**
 * Work that is done one piece after the other for each key: what would only race with its own kind holds up
 * nobody else.
 * @returns what runs work when all that came before it under the same key is done, however that ended
 */
export function inSingleFile(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before ? before.then(work, work) : work();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
