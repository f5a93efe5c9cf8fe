import { classes } from './classes.ts';

/** Colours of people. A state, for example an error, never has one of these colours. */
const TINTS = [
  'bg-person-1 text-on-person-1',
  'bg-person-2 text-on-person-2',
  'bg-person-3 text-on-person-3',
  'bg-person-4 text-on-person-4',
  'bg-person-5 text-on-person-5',
  'bg-person-6 text-on-person-6',
  'bg-person-7 text-on-person-7',
  'bg-person-8 text-on-person-8',
] as const;

export function tintOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  // Mixes in the high bits, since the low bits depend mostly on the last character of the id.
  return ((sum ^ (sum >>> 13)) >>> 0) % TINTS.length;
}

/** Only decoration: the person's name is next to the avatar. */
export const Avatar = ({
  letters,
  of,
  size = 'normal',
}: {
  letters: string;
  of: string;
  size?: 'small' | 'normal';
}) => (
  <span
    aria-hidden
    className={classes(
      'grid shrink-0 place-items-center rounded-full font-semibold',
      size === 'small' ? 'size-7 text-xs' : 'size-9 text-sm',
      TINTS[tintOf(of)],
    )}
  >
    {letters}
  </span>
);
