/**
 * Keeps the current place (screen and open dialogs) in the address's fragment, so that reloads, links and Back work.
 * Closing a dialog goes back in the history.
 */
import { useMemo } from 'react';
import { type Params, type Place, fragmentOf, isAtPath, isInsidePath, openedPath, placeOf } from './place.ts';
import { createStore, useStore } from './store.ts';

interface HistoryEntry {
  readonly index: number;
  /** Fragments of the history entries below this one, the nearest last. */
  readonly under: readonly string[];
}

const MAX_ENTRIES_BELOW = 20;
/** Browsers limit how often the address changes, so typed text changes the address only after a pause. */
const TYPING_PAUSE_MS = 400;

let entry: HistoryEntry = { index: 0, under: [] };
const store = createStore<Place>({ path: [], params: {} });
export const currentPlace = store.get;

/** True while `history.go` runs, which takes a moment. Other changes of the address wait until it is done. */
let isTravelling = false;
const pendingWrites: (() => void)[] = [];
let typingTimer: ReturnType<typeof setTimeout> | undefined;

/** Called before Back or Forward leaves the place. The browser moves on only when `goOn` is called. */
type Guard = (goOn: () => void) => void;
let currentGuard: () => Guard | undefined = () => undefined;

export function watchPlace(guard: typeof currentGuard): void {
  currentGuard = guard;
  setPlace(readPlace(), entryIn(history.state) ?? entry);
  history.replaceState(entry, '');
  addEventListener('popstate', handlePopState);
}

/** Redraws only when the returned text changes. */
export const usePlace = <Part extends string | null | undefined>(part: (at: Place) => Part): Part =>
  useStore(store, part);

/** Returns the same object while its values are the same. */
export function useParams<Name extends string>(...names: readonly Name[]): Partial<Record<Name, string>> {
  const paramsText = usePlace(({ params }) => JSON.stringify(params, [...names]));
  return useMemo(() => JSON.parse(paramsText) as Partial<Record<Name, string>>, [paramsText]);
}

/** Returns the first of `names` that is open over the screen or the person's page. Undefined if none is. */
export const useOpened = <Name extends string>(...names: readonly Name[]): Name | undefined =>
  usePlace((place) => names.find((name) => openedPath(place).includes(name)));

export function goTo(path: readonly string[], params: Place['params'] = currentPlace().params): void {
  const next = { path, params };
  if (fragmentOf(next) === fragmentOf(currentPlace())) return;
  writePendingParams();
  const under = [...entry.under, fragmentOf(currentPlace())].slice(-MAX_ENTRIES_BELOW);
  // Replaces the entry of a mailed link, whose token must not stay in the history.
  if (holdsToken(currentPlace())) return replace(next);
  setPlace(next, { index: entry.index + 1, under });
  write((at, now) => history.pushState(at, '', addressOf(now)));
}

export const openOver = (...segments: readonly string[]): void => goTo([...currentPlace().path, ...segments]);

export function closeOver(segment: string): void {
  const at = currentPlace().path.indexOf(segment);
  if (at !== -1) closeTo(currentPlace().path.slice(0, at));
}

export function closeTo(path: readonly string[]): void {
  if (!isInsidePath(currentPlace(), path)) return;
  writePendingParams();
  const under = entry.under.map(placeOf);
  let steps = 0;
  for (let below = under.at(-1); below && isInsidePath(below, path); below = under.at(-1 - steps)) steps += 1;
  const below = under.at(-1 - steps);
  // Go back if an earlier history entry is this place. Otherwise, as after a shared link, replace the current entry.
  const isBelow = below !== undefined && isAtPath(below, path);
  if (isBelow) steps += 1;
  const target = isBelow ? below : { path, params: currentPlace().params };
  if (steps > 0) travel(-steps, target, { index: entry.index - steps, under: entry.under.slice(0, -steps) });
  if (!isBelow) replace(target);
}

/** Changes parameters of the address without a new entry in the browser history. Undefined removes a parameter. */
export function setParams(changes: Params): void {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...currentPlace().params, ...changes }))
    if (value !== undefined) params[name] = value;
  clearTimeout(typingTimer);
  typingTimer = setTimeout(writePendingParams, TYPING_PAUSE_MS);
  setPlace({ ...currentPlace(), params }, entry);
}

/** Replaces the address without a new entry. */
export const replacePath = (path: readonly string[]): void =>
  replace({ path, params: currentPlace().params });

/** Removes the search, everything opened over the screen, and used tokens from the address. */
export const clearPlace = (): void =>
  replace({ path: holdsToken(currentPlace()) ? [] : currentPlace().path.slice(0, 1), params: {} });

const holdsToken = ({ path: [first = ''] }: Place): boolean => first.includes('=');

function setPlace(next: Place, at: HistoryEntry): void {
  entry = at;
  store.set(next);
}

function replace(next: Place): void {
  clearTimeout(typingTimer);
  typingTimer = undefined;
  setPlace(next, entry);
  write((at, now) => history.replaceState(at, '', addressOf(now)));
}

function writePendingParams(): void {
  if (typingTimer === undefined) return;
  replace(currentPlace());
}

function write(change: (at: HistoryEntry, now: Place) => void): void {
  const [at, now] = [entry, currentPlace()];
  pendingWrites.push(() => change(at, now));
  flushWrites();
}

function flushWrites(): void {
  while (!isTravelling && pendingWrites.length > 0) pendingWrites.shift()?.();
}

function travel(steps: number, next: Place, at: HistoryEntry): void {
  setPlace(next, at);
  write(() => step(steps));
}

function step(steps: number): void {
  isTravelling = true;
  history.go(steps);
}

/** Runs after Back, Forward, a link, or our own `history.go`. */
function handlePopState(): void {
  if (isTravelling) {
    isTravelling = false;
    flushWrites();
    // Our own `history.go` is done: nothing more to do, unless the person navigated again meanwhile.
    if (isTravelling || typingTimer !== undefined || fragmentOf(readPlace()) === fragmentOf(currentPlace()))
      return;
  }
  clearTimeout(typingTimer);
  typingTimer = undefined;
  const known = entryIn(history.state);
  const arrivedEntry: HistoryEntry = known ?? {
    index: entry.index + 1,
    under: [...entry.under, fragmentOf(currentPlace())].slice(-MAX_ENTRIES_BELOW),
  };
  const next = readPlace();
  if (!known) history.replaceState(arrivedEntry, '');
  const steps = arrivedEntry.index - entry.index;
  const guard = currentGuard();
  if (steps === 0 || !guard) return setPlace(next, arrivedEntry);
  // The browser has already moved. Go back first, so that the guard asks its question over the screen being left.
  step(-steps);
  guard(() => travel(steps, next, arrivedEntry));
}

const readPlace = (): Place => placeOf(location.hash.slice(1));

const addressOf = (at: Place): string => {
  const fragment = fragmentOf(at);
  return `${location.pathname}${fragment === '' ? '' : `#${fragment}`}`;
};

function entryIn(state: unknown): HistoryEntry | null {
  return typeof state === 'object' && state !== null && 'index' in state && 'under' in state
    ? (state as HistoryEntry)
    : null;
}
