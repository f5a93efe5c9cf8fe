/**
 * What is remembered of people who punch: only ever a guess, which the write proves. Bounded: whoever has not been
 * here for longest is forgotten first.
 */
export interface Guesses<Guess> {
  get(key: string): Guess | undefined;
  set(key: string, guess: Guess): void;
  forget(key: string): void;
}

/** @param most some 2 KB each */
export function createGuesses<Guess>(most: number): Guesses<Guess> {
  /** The one that was set longest ago stands first. */
  const guesses = new Map<string, Guess>();
  return {
    get: (key) => guesses.get(key),
    set: (key, guess) => {
      guesses.delete(key);
      guesses.set(key, guess);
      if (guesses.size > most) for (const oldest of guesses.keys()) return void guesses.delete(oldest);
    },
    forget: (key) => void guesses.delete(key),
  };
}
