/** What the settings screen says of the check of the record and of the backups. */
import type { NightlyWork } from '#contract/nightly';
import { toEpochMs } from '#contract/wire';
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';

export interface Words {
  readonly tone: 'success' | 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly more?: string;
}

const MS_PER_DAY = 24 * MS_PER_HOUR;
/** A night that was left out is no reason to worry yet. */
const OLD_MS = 2 * MS_PER_DAY;

export function wordsOfCheck(last: NightlyWork['check']['last'], now: EpochMs): Words {
  if (last === null)
    return { tone: 'info', title: 'Not checked yet. The server checks the record every night.' };
  const age = now - toEpochMs(last.at);
  const checked = `Checked ${ago(age)}: ${count(last.records)} records`;
  if (last.faults.length > 0)
    return {
      tone: 'danger',
      title: `${checked}. Something differs from what was recorded.`,
      more: `Found: ${last.faults.map((one) => `${one.fault} (${count(one.count)})`).join('; ')}. Run 'punctual verify' on the server to see where.`,
    };
  const title = `${checked}, no differences.`;
  return age < OLD_MS
    ? { tone: 'success', title }
    : {
        tone: 'warning',
        title,
        more: "The nightly check did not run. The server's log says why.",
      };
}

export function wordsOfBackups(backups: NightlyWork['backups'], now: EpochMs): Words {
  if (backups === null)
    return {
      tone: 'info',
      title: 'No backups are made. Set BACKUP_DIR on the server to get one every night.',
    };
  if (backups.newestAt === null)
    return {
      tone: 'warning',
      title: 'There is no backup yet.',
      more: "The first one is made within 15 minutes of the server's start. If not, the log says why.",
    };
  const age = now - toEpochMs(backups.newestAt);
  const title = `Newest backup: ${ago(age)}.`;
  return age < OLD_MS
    ? { tone: 'success', title }
    : {
        tone: 'warning',
        title,
        more: "Last night's backup is missing. The server's log says why.",
      };
}

export const wordsOfProgress = (done: number, total: number): string =>
  total === 0 ? 'Checking the record...' : `Checking: ${count(done)} of ${count(total)} records`;

const count = (value: number): string => value.toLocaleString('en');

/** 'just now', '3m ago', '5h ago', '2 days ago'. */
function ago(age: number): string {
  if (age < MS_PER_MINUTE) return 'just now';
  if (age < MS_PER_HOUR) return `${Math.floor(age / MS_PER_MINUTE)}m ago`;
  if (age < OLD_MS) return `${Math.floor(age / MS_PER_HOUR)}h ago`;
  return `${Math.floor(age / MS_PER_DAY)} days ago`;
}
