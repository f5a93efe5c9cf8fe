/** Where somebody is in the product, as the address's fragment spells it: `employees/<id>/edit?search=ana`. */

export interface Place {
  /** The view, and what is opened over it, the topmost last. */
  readonly path: readonly string[];
  /** Search, filters, the parameters of a report. */
  readonly params: Readonly<Record<string, string>>;
}

/** Changes of a place's parameters; undefined takes one out. */
export type Params = Readonly<Record<string, string | undefined>>;

/** Any text is some place: one that nobody knows is answered with the nearest view there is. */
export function placeOf(fragment: string): Place {
  const end = fragment.indexOf('?');
  const path = end === -1 ? fragment : fragment.slice(0, end);
  return {
    path: path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decoded),
    params: Object.fromEntries(new URLSearchParams(end === -1 ? '' : fragment.slice(end + 1))),
  };
}

/** '' for the product's first screen. */
export function fragmentOf({ path, params }: Place): string {
  const query = new URLSearchParams(params).toString();
  return `${path.map(encoded).join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Whether `place` is `path` with something opened over it. */
export const isOver = (place: Place, path: readonly string[]): boolean =>
  place.path.length > path.length && startsWith(place, path);

export const isAt = (place: Place, path: readonly string[]): boolean =>
  place.path.length === path.length && startsWith(place, path);

const startsWith = (place: Place, path: readonly string[]): boolean =>
  path.every((segment, index) => place.path[index] === segment);

/** A mailed link's token is 'reset=...', and stays as it was mailed. */
const encoded = (segment: string): string => encodeURIComponent(segment).replaceAll('%3D', '=');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What these are followed by is no person's drawer: whose entry is being closed, and which request is looked at. */
const NAMING = ['close-entry', 'request'];

/** Whose drawer is open over whatever is there. */
export const personAt = ({ path }: Place): string | undefined =>
  path.find((segment, index) => isPersonId(segment) && !NAMING.includes(path[index - 1] ?? ''));

/** Which request is open over whatever is there. */
export const requestAt = ({ path }: Place): string | undefined =>
  path.find((segment, index) => isPersonId(segment) && path[index - 1] === 'request');

/** As against whatever else the address names. */
export const isPersonId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
