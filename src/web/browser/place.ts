/** The place as the fragment spells it: `employees/<id>/edit?search=ana`. */

export interface Place {
  /** The screen, then everything opened over the screen, the topmost last. */
  readonly path: readonly string[];
  readonly params: Readonly<Record<string, string>>;
}

export type Params = Readonly<Record<string, string | undefined>>;

/** Accepts any fragment. Screens ignore segments that they do not know. */
export function placeOf(fragment: string): Place {
  const end = fragment.indexOf('?');
  const path = end === -1 ? fragment : fragment.slice(0, end);
  return {
    path: path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeSegment),
    params: Object.fromEntries(new URLSearchParams(end === -1 ? '' : fragment.slice(end + 1))),
  };
}

/** '' for the first screen. */
export function fragmentOf({ path, params }: Place): string {
  const query = new URLSearchParams(params).toString();
  return `${path.map(encodeSegment).join('/')}${query === '' ? '' : `?${query}`}`;
}

export const isInsidePath = (place: Place, path: readonly string[]): boolean =>
  place.path.length > path.length && startsWith(place, path);

export const isAtPath = (place: Place, path: readonly string[]): boolean =>
  place.path.length === path.length && startsWith(place, path);

const startsWith = (place: Place, path: readonly string[]): boolean =>
  path.every((segment, index) => place.path[index] === segment);

/** Keeps '=' unencoded, so that a mailed token ('reset=...') does not change. */
const encodeSegment = (segment: string): string => encodeURIComponent(segment).replaceAll('%3D', '=');

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** An id after one of these segments is the id of an entry or a request, not of a person. */
const NON_PERSON_SEGMENTS = ['close-entry', 'request'];

export const personIdAt = ({ path }: Place): string | undefined =>
  path.find((segment, index) => isUuid(segment) && !NON_PERSON_SEGMENTS.includes(path[index - 1] ?? ''));

export const requestIdAt = ({ path }: Place): string | undefined =>
  path.find((segment, index) => isUuid(segment) && path[index - 1] === 'request');

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
