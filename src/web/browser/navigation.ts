/**
 * The place in the product is in the address's fragment, so that reloads, shared links and Back work.
 * Opening adds an entry to the browser's history; closing goes back to the entry below.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { topmostGuard } from '#web/ui/leaving.ts';
import { type Params, type Place, fragmentOf, isAt, isOver, placeOf } from './place.ts';
import { PRODUCT_NAME } from '#web/product.ts';
import { useWorkplace } from '#web/session/workplace.ts';

/** By level: the view, and what is opened over it. */
const titles: (string | undefined)[] = [];

/** Names the window. The highest level comes first: 1 is opened over a view, 2 is a person. */
export function useTitle(title: string, level: 0 | 1 | 2 = 0): void {
  const { name } = useWorkplace();
  useEffect(() => {
    const show = (next: string | undefined) => {
      titles[level] = next;
      const parts = [titles.findLast((one) => one !== undefined), name, PRODUCT_NAME];
      document.title = parts.filter((part) => part !== undefined && part !== '').join(' - ');
    };
    show(title);
    return () => show(undefined);
  }, [title, level, name]);
}

interface Entry {
  readonly index: number;
  /** The fragments below, the nearest last. */
  readonly under: readonly string[];
}

const KEPT_BELOW = 20;
/** Browsers limit changes of the address, so typing changes it after a pause. */
const REST_MS = 400;

let place: Place = { path: [], params: {} };
let entry: Entry = { index: 0, under: [] };
const listeners = new Set<() => void>();

/** Going back takes a moment; later changes wait for it. */
let isTravelling = false;
const waiting: (() => void)[] = [];
let resting: ReturnType<typeof setTimeout> | undefined;

export function watchPlace(): void {
  place = addressed();
  entry = entryIn(history.state) ?? entry;
  history.replaceState(entry, '');
  addEventListener('popstate', arrive);
}

/** Redraws only when the returned text changes. */
export const usePlace = <Part extends string | null | undefined>(part: (at: Place) => Part): Part => {
  const read = () => part(place);
  return useSyncExternalStore(subscribe, read, read);
};

/** The same object while its values are the same. */
export function useParams<Name extends string>(...names: readonly Name[]): Partial<Record<Name, string>> {
  const said = usePlace(({ params }) => JSON.stringify(params, [...names]));
  return useMemo(() => JSON.parse(said) as Partial<Record<Name, string>>, [said]);
}

export const useOpened = <Name extends string>(...names: readonly Name[]): Name | undefined =>
  usePlace(({ path }) => names.find((name) => path.includes(name)));

export const currentPlace = (): Place => place;

/** Adds an entry to the history. */
export function goTo(path: readonly string[], params: Place['params'] = place.params): void {
  const next = { path, params };
  if (fragmentOf(next) === fragmentOf(place)) return;
  writeTyped();
  const under = [...entry.under, fragmentOf(place)].slice(-KEPT_BELOW);
  // An entry above a mailed link would keep its token in the history.
  if (holdsToken(place)) return replace(next);
  settle(next, { index: entry.index + 1, under });
  write((at, now) => history.pushState(at, '', addressOf(now)));
}

export const openOver = (...segments: readonly string[]): void => goTo([...place.path, ...segments]);

/** Closes it, and what is opened over it. */
export function closeOver(segment: string): void {
  const at = place.path.indexOf(segment);
  if (at !== -1) closeTo(place.path.slice(0, at));
}

export function closeTo(path: readonly string[]): void {
  if (!isOver(place, path)) return;
  writeTyped();
  const under = entry.under.map(placeOf);
  let steps = 0;
  for (let below = under.at(-1); below && isOver(below, path); below = under.at(-1 - steps)) steps += 1;
  const below = under.at(-1 - steps);
  // A shared link has no entry below, so this entry is replaced.
  const isBelow = below !== undefined && isAt(below, path);
  if (isBelow) steps += 1;
  const target = isBelow ? below : { path, params: place.params };
  if (steps > 0) travel(-steps, target, { index: entry.index - steps, under: entry.under.slice(0, -steps) });
  if (!isBelow) replace(target);
}

/** For search and filters: adds no entry. Undefined removes a parameter. */
export function setParams(changes: Params): void {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...place.params, ...changes }))
    if (value !== undefined) params[name] = value;
  clearTimeout(resting);
  resting = setTimeout(writeTyped, REST_MS);
  settle({ ...place, params }, entry);
}

/** Replaces the address without a new entry. */
export const callPlace = (path: readonly string[]): void => replace({ path, params: place.params });

/** Removes the search, opened things and used tokens from the address. */
export const forgetPlace = (): void =>
  replace({ path: holdsToken(place) ? [] : place.path.slice(0, 1), params: {} });

const holdsToken = ({ path: [first = ''] }: Place): boolean => first.includes('=');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function settle(next: Place, at: Entry): void {
  place = next;
  entry = at;
  for (const listener of listeners) listener();
}

function replace(next: Place): void {
  clearTimeout(resting);
  resting = undefined;
  settle(next, entry);
  write((at, now) => history.replaceState(at, '', addressOf(now)));
}

function writeTyped(): void {
  if (resting === undefined) return;
  replace(place);
}

/** Waits while the browser goes back. */
function write(change: (at: Entry, now: Place) => void): void {
  const [at, now] = [entry, place];
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
    // Unless somebody went elsewhere meanwhile.
    if (isTravelling || resting !== undefined || fragmentOf(addressed()) === fragmentOf(place)) return;
  }
  clearTimeout(resting);
  resting = undefined;
  const known = entryIn(history.state);
  const there: Entry = known ?? {
    index: entry.index + 1,
    under: [...entry.under, fragmentOf(place)].slice(-KEPT_BELOW),
  };
  const next = addressed();
  if (!known) history.replaceState(there, '');
  const steps = there.index - entry.index;
  const guard = topmostGuard();
  if (steps === 0 || !guard) return settle(next, there);
  // Goes forward again, so that the question is shown over what it is about.
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
