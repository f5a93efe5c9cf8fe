/**
 * The way through the product. Where somebody is stands in the address's fragment and nowhere else, so that a reload,
 * a shared link and Back lead there. What is opened makes an entry of the browser's history; closing it goes back to
 * the entry below, and leaves none behind that Back would open again.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { topmostGuard } from '#web/ui/leaving.ts';
import { type Params, type Place, fragmentOf, isAt, isOver, placeOf } from './place.ts';
import { PRODUCT_NAME } from '#web/product.ts';
import { useWorkplace } from '#web/session/workplace.ts';

/** Of the view, and of what is opened over it. */
const titles: (string | undefined)[] = [];

/** Names the window while it is drawn; what is opened over a view (level 1), and a person over that, name it first. */
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

/** What the browser keeps of each entry. */
interface Entry {
  readonly index: number;
  /** The fragments of the entries below, the nearest last. */
  readonly under: readonly string[];
}

const KEPT_BELOW = 20;
/** What is typed changes the place at once, and the address when the typing rests: browsers limit how often it may. */
const REST_MS = 400;

let place: Place = { path: [], params: {} };
let entry: Entry = { index: 0, under: [] };
const listeners = new Set<() => void>();

/** One step back or forth takes the browser a moment; what comes after it waits. */
let isTravelling = false;
const waiting: (() => void)[] = [];
let resting: ReturnType<typeof setTimeout> | undefined;

export function watchPlace(): void {
  place = addressed();
  entry = entryIn(history.state) ?? entry;
  history.replaceState(entry, '');
  addEventListener('popstate', arrive);
}

/** A part of the place that is the same until it changes: a text, or nothing. */
export const usePlace = <Part extends string | null | undefined>(part: (at: Place) => Part): Part => {
  const read = () => part(place);
  return useSyncExternalStore(subscribe, read, read);
};

/** Those that the address says; the same object as long as it says the same. */
export function useParams<Name extends string>(...names: readonly Name[]): Partial<Record<Name, string>> {
  const said = usePlace(({ params }) => JSON.stringify(params, [...names]));
  return useMemo(() => JSON.parse(said) as Partial<Record<Name, string>>, [said]);
}

/** Which of these is opened over the view. */
export const useOpened = <Name extends string>(...names: readonly Name[]): Name | undefined =>
  usePlace(({ path }) => names.find((name) => path.includes(name)));

export const currentPlace = (): Place => place;

/** Another view, or something opened: an entry of its own. */
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

/** Opens something over what is there. */
export const openOver = (...segments: readonly string[]): void => goTo([...place.path, ...segments]);

/** Closes it, and whatever is opened over it. */
export function closeOver(segment: string): void {
  const at = place.path.indexOf(segment);
  if (at !== -1) closeTo(place.path.slice(0, at));
}

/** Closes all that is opened over `path`. */
export function closeTo(path: readonly string[]): void {
  if (!isOver(place, path)) return;
  writeTyped();
  const under = entry.under.map(placeOf);
  let steps = 0;
  for (let below = under.at(-1); below && isOver(below, path); below = under.at(-1 - steps)) steps += 1;
  const below = under.at(-1 - steps);
  // Who came by a link has nothing below: this entry becomes what would have been there.
  const isBelow = below !== undefined && isAt(below, path);
  if (isBelow) steps += 1;
  const target = isBelow ? below : { path, params: place.params };
  if (steps > 0) travel(-steps, target, { index: entry.index - steps, under: entry.under.slice(0, -steps) });
  if (!isBelow) replace(target);
}

/** Search, filters and the like; undefined takes one out. Makes no entry. */
export function setParams(changes: Params): void {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...place.params, ...changes }))
    if (value !== undefined) params[name] = value;
  clearTimeout(resting);
  resting = setTimeout(writeTyped, REST_MS);
  settle({ ...place, params }, entry);
}

/** Another address for what is there: makes no entry. */
export const callPlace = (path: readonly string[]): void => replace({ path, params: place.params });

/** Takes out of the address what somebody looked for or opened, or a token that has served; the view stays. */
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

/** With entry and place as they are now, though it may have to wait. */
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

/** The browser has gone to another entry: as it was told to, or by somebody's Back, Forward, link or typing. */
function arrive(): void {
  if (isTravelling) {
    isTravelling = false;
    catchUp();
    // Unless somebody went elsewhere in that moment.
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
  // Whoever is asked sees what they are asked about: the browser goes to it again meanwhile.
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
