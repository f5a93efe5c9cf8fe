/** Describes what `migrate` would do. After a contracting migration, servers of the version before cannot write. */
import type { Migration } from './migrate.ts';

/**
 * A migration that removes something names the oldest server that may still write (031-oldest-server.sql). The pattern
 * finds the SQL function's last number. In 045 this is 41: the first, 45, applies only once table `identity` has rows.
 */
const OLDEST_SERVER = /FUNCTION oldest_server\(\)[^']*'SELECT [^']*?(\d+)(?: END)?'/;

export const oldestServer = ({ sql }: Pick<Migration, 'sql'>): number =>
  Number(OLDEST_SERVER.exec(sql)?.[1] ?? 0);

/** @param pending the last items of `migrations`: those that have not run */
export function planLines(migrations: readonly Migration[], pending: readonly Migration[]): string[] {
  const former = migrations.length - pending.length;
  if (pending.length === 0) return ['The database is up to date. migrate would change nothing.'];
  if (former === 0)
    return [`The database is empty. migrate would create its tables (${count(pending.length)}).`];
  const contracting = pending.filter((one) => oldestServer(one) > former);
  return [
    `migrate would apply ${count(pending.length)}:`,
    ...pending.map(
      (one) => `  ${one.name} ${contracting.includes(one) ? 'contracts' : 'expands'}: ${purposeOf(one)}`,
    ),
    contracting[0]
      ? `From ${contracting[0].name} on, servers of the former version write nothing and answer 503: stop them first.`
      : 'Servers of the former version work on beside newer ones: replace one after the other.',
  ];
}

const count = (migrations: number): string =>
  `${migrations} ${migrations === 1 ? 'migration' : 'migrations'}`;

/** The first sentence of the migration's comment. */
function purposeOf({ sql }: Migration): string {
  const [comment = ''] = /^(--.*\r?\n)+/.exec(sql) ?? [];
  const text = comment.replace(/^--/gm, '').replaceAll(/\s+/g, ' ').trim();
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
