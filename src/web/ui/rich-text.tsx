import { createElement, Fragment, type ReactNode } from 'react';
import type { English } from '#texts/english';
import type { ValueNames, ValuesArgument } from '#texts/message';
import { say, type TextKey } from '#texts/say';

/** Marks both ends of a value's name until the value is put there. No text has this character. */
const MARK = '\u0000';

type RichValues<One> = { readonly [Name in ValueNames<One>]: Name extends 'count' ? number : ReactNode };

/** Returns a text with values that are drawn, such as a name in bold or a link. */
export function richly<Key extends TextKey>(key: Key, values: RichValues<English[Key]>): ReactNode {
  const named: Readonly<Record<string, ReactNode>> = values;
  const marked = Object.entries(named).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : `${MARK}${name}${MARK}`,
  ]);
  const text = say(key, ...([Object.fromEntries(marked)] as unknown as ValuesArgument<English[Key]>));
  const parts = text.split(MARK).map((part, index) => (index % 2 === 0 ? part : named[part]));
  return createElement(Fragment, null, ...parts);
}
