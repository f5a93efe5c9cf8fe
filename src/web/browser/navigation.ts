/** The place is the address's fragment, so that reloads, links and Back work. Closing returns to the entry below. */
import { useMemo } from 'react';
import { type Params, type Place, fragmentOf, isAt, isOver, placeOf } from './place.ts';
import { createStore, useStore } from './store.ts';

interface Entry {
  readonly index: number;
  /** Fragments of the history entries below this one, the nearest last. */
  readonly under: readonly string[];
}

const KEPT_BELOW = 20;
/** Browsers limit changes of the address, so typing changes it after a pause. */
const REST_MS = 400;

let entry: Entry = { index: 0, under: [] };
const store = createStore<Place>({ path: [], params: {} });
export const currentPlace = store.get;

/** `history.go` takes a moment; later changes wait until it has arrived. */
let isTravelling = false;
const waiting: (() => void)[] = [];
let resting: ReturnType<typeof setTimeout> | undefined;

/** Called before Back or Forward leaves the place. The browser moves on only when `goOn` is called. */
type Guard = (goOn: () => void) => void;
let currentGuard: () => Guard | undefined = () => undefined;

export function watchPlace(guard: typeof currentGuard): void {
  currentGuard = guard;
  settle(addressed(), entryIn(history.state) ?? entry);
  history.replaceState(entry, '');
  addEventListener('popstate', arrive);
}

/** Redraws only when the returned text changes. */
export const usePlace = <Part extends string | null | undefined>(part: (at: Place) => Part): Part =>
  useStore(store, part);

/** Returns the same object while its values are the same. */
export function useParams<Name extends string>(...names: readonly Name[]): Partial<Record<Name, string>> {
  const said = usePlace(({ params }) => JSON.stringify(params, [...names]));
  return useMemo(() => JSON.parse(said) as Partial<Record<Name, string>>, [said]);
}

export const useOpened = <Name extends string>(...names: readonly Name[]): Name | undefined =>
  usePlace(({ path }) => names.find((name) => path.includes(name)));

export function goTo(path: readonly string[], params: Place['params'] = currentPlace().params): void {
  const next = { path, params };
  if (fragmentOf(next) === fragmentOf(currentPlace())) return;
  writeTyped();
  const under = [...entry.under, fragmentOf(currentPlace())].slice(-KEPT_BELOW);
  // Replaces the entry of a mailed link, whose token must not stay in the history.
  if (holdsToken(currentPlace())) return replace(next);
  settle(next, { index: entry.index + 1, under });
  write((at, now) => history.pushState(at, '', addressOf(now)));
}

export const openOver = (...segments: readonly string[]): void => goTo([...currentPlace().path, ...segments]);

export function closeOver(segment: string): void {
  const at = currentPlace().path.indexOf(segment);
  if (at !== -1) closeTo(currentPlace().path.slice(0, at));
}

export function closeTo(path: readonly string[]): void {
  if (!isOver(currentPlace(), path)) return;
  writeTyped();
  const under = entry.under.map(placeOf);
  let steps = 0;
  for (let below = under.at(-1); below && isOver(below, path); below = under.at(-1 - steps)) steps += 1;
  const below = under.at(-1 - steps);
  // A shared link has no entry below, so this entry is replaced.
  const isBelow = below !== undefined && isAt(below, path);
  if (isBelow) steps += 1;
  const target = isBelow ? below : { path, params: currentPlace().params };
  if (steps > 0) travel(-steps, target, { index: entry.index - steps, under: entry.under.slice(0, -steps) });
  if (!isBelow) replace(target);
}

/** For search and filters: adds no entry. Undefined removes a parameter. */
export function setParams(changes: Params): void {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...currentPlace().params, ...changes }))
    if (value !== undefined) params[name] = value;
  clearTimeout(resting);
  resting = setTimeout(writeTyped, REST_MS);
  settle({ ...currentPlace(), params }, entry);
}

/** Replaces the address without a new entry. */
export const callPlace = (path: readonly string[]): void => replace({ path, params: currentPlace().params });

/** Removes the search, opened things and used tokens from the address. */
export const forgetPlace = (): void =>
  replace({ path: holdsToken(currentPlace()) ? [] : currentPlace().path.slice(0, 1), params: {} });

const holdsToken = ({ path: [first = ''] }: Place): boolean => first.includes('=');

function settle(next: Place, at: Entry): void {
  entry = at;
  store.set(next);
}

function replace(next: Place): void {
  clearTimeout(resting);
  resting = undefined;
  settle(next, entry);
  write((at, now) => history.replaceState(at, '', addressOf(now)));
}

function writeTyped(): void {
  if (resting === undefined) return;
  replace(currentPlace());
}

function write(change: (at: Entry, now: Place) => void): void {
  const [at, now] = [entry, currentPlace()];
  waiting.push(() => change(at, now));
  catchUp();
}

function catchUp(): void {
  while (!isTravelling && waiting.length > 0) waiting.shift()?.();
}

function travel(steps: number, next: Place, at: Entry): void {
  settle(next, at);
  write(() => step(steps));
}

function step(steps: number): void {
  isTravelling = true;
  history.go(steps);
}

/** After Back, Forward, a link, or our own steps. */
function arrive(): void {
  if (isTravelling) {
    isTravelling = false;
    catchUp();
    // Our own step is done, unless somebody went elsewhere meanwhile.
    if (isTravelling || resting !== undefined || fragmentOf(addressed()) === fragmentOf(currentPlace()))
      return;
  }
  clearTimeout(resting);
  resting = undefined;
  const known = entryIn(history.state);
  const there: Entry = known ?? {
    index: entry.index + 1,
    under: [...entry.under, fragmentOf(currentPlace())].slice(-KEPT_BELOW),
  };
  const next = addressed();
  if (!known) history.replaceState(there, '');
  const steps = there.index - entry.index;
  const guard = currentGuard();
  if (steps === 0 || !guard) return settle(next, there);
  // Goes back to the place first, so that the question appears over the view it is about.
  step(-steps);
  guard(() => travel(steps, next, there));
}

const addressed = (): Place => placeOf(location.hash.slice(1));

const addressOf = (at: Place): string => {
  const fragment = fragmentOf(at);
  return `${location.pathname}${fragment === '' ? '' : `#${fragment}`}`;
};

function entryIn(state: unknown): Entry | null {
  return typeof state === 'object' && state !== null && 'index' in state && 'under' in state
    ? (state as Entry)
    : null;
}
