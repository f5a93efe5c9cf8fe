/** One text for one value: the ledger's hash and the fingerprint of a request are made over it. */

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** JSON without blanks and with sorted keys; members that are undefined are left out. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const key of sortedKeys(value)) {
    const member = value[key];
    if (member !== undefined) members += `${members && ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Sorting is dear, and what is written most often names its members in order. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key) ? keys : keys.toSorted();
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
