/**
 * The user of PostgreSQL. It refuses to run as root, so root gives it a user number without an account. Anybody
 * who opens its socket is its superuser, and `nobody` runs other programs too.
 */
import { readFileSync } from 'node:fs';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY = 65_534;
/** Numbers above it are in use: many containers run as 65532. */
const HIGHEST_UNUSED = 65_525;

/** Returns the user and group to change to, or null to stay as we are. */
export function postgresIdentity(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const taken = new Set(['/etc/passwd', '/etc/group'].flatMap(entries).map(({ number }) => number));
  let number = HIGHEST_UNUSED;
  while (taken.has(number)) number -= 1;
  return { uid: number, gid: number };
}

/** initdb needs a user with a name; the group keeps other processes of that user out. */
export const initdbIdentity = ({ gid }: Identity): Identity => ({
  uid: entries('/etc/passwd').find(({ name }) => name === 'nobody')?.number ?? NOBODY,
  gid,
});

function entries(file: string): { name: string; number: number }[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , number = '']) => ({ name, number: Number(number) }));
  } catch {
    return [];
  }
}
