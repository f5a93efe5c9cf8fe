/**
 * As whom PostgreSQL runs. It refuses to run as root, so root hands it to a number that no account has: who opens
 * its socket is its superuser, and `nobody` is whatever else the machine runs as nobody.
 */
import { readFileSync } from 'node:fs';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY = 65_534;
/** Below it are numbers that by common use nobody gives away, not to containers either (many run as 65532). */
const HIGHEST_UNUSED = 65_525;

/** The user and group to change to, or null to run PostgreSQL as whoever runs us. */
export function postgresIdentity(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const taken = new Set(['/etc/passwd', '/etc/group'].flatMap(entries).map(({ number }) => number));
  let number = HIGHEST_UNUSED;
  while (taken.has(number)) number -= 1;
  return { uid: number, gid: number };
}

/** For initdb, which wants a user with a name; the group keeps the other processes of that user out. */
export const initdbIdentity = ({ gid }: Identity): Identity => ({
  uid: entries('/etc/passwd').find(({ name }) => name === 'nobody')?.number ?? NOBODY,
  gid,
});

/** Of users or of groups; none in a container without such a file. */
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
