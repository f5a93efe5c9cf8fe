/** As whom PostgreSQL runs: it refuses to run as root, so root hands it to `nobody`. */
import { readFileSync } from 'node:fs';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Identity = { uid: 65534, gid: 65534 };

/** The user to change to, or null to run PostgreSQL as whoever runs us. */
export function postgresIdentity(): Identity | null {
  return process.getuid?.() === 0 ? nobody() : null;
}

/** The numbers of `nobody` differ between systems. */
function nobody(): Identity {
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid, gid] = line.split(':');
      if (name === 'nobody' && uid && gid) return { uid: Number(uid), gid: Number(gid) };
    }
  } catch {
    // A container may have no such file; the numbers below are the usual ones.
  }
  return NOBODY;
}
