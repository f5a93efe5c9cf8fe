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

/** A person's page is at the id after this segment, over the place it was opened from. */
export const PERSON_PAGE = 'person';

/** An id after one of these segments does not open the drawer of a person. */
const NON_PERSON_SEGMENTS = ['close-entry', 'request', 'remove-badge', PERSON_PAGE];

const isOfPerson = (segment: string, index: number, path: readonly string[]): boolean =>
  isUuid(segment) && !NON_PERSON_SEGMENTS.includes(path[index - 1] ?? '');

export const personPageAt = ({ path }: Place): string | undefined =>
  path.find((segment, index) => isUuid(segment) && path[index - 1] === PERSON_PAGE);

/** Finds the parts that are open over the screen, or over a person's page, which hides the parts below it. */
export const openedPath = ({ path }: Place): readonly string[] =>
  path.includes(PERSON_PAGE) ? path.slice(path.indexOf(PERSON_PAGE) + 2) : path;

/** The page of another person replaces an open page or drawer. */
export function pathOfPerson({ path }: Place, id: string): readonly string[] {
  const end = path.findIndex((...at) => at[0] === PERSON_PAGE || isOfPerson(...at));
  return [...(end === -1 ? path : path.slice(0, end)), PERSON_PAGE, id];
}

export const personIdAt = (place: Place): string | undefined => openedPath(place).find(isOfPerson);

export const requestIdAt = (place: Place): string | undefined =>
  openedPath(place).find((segment, index, path) => isUuid(segment) && path[index - 1] === 'request');

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
