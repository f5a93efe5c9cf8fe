import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS_CHAIN } from '../server/ledger/entry.ts';
import { zoneRulesInUse } from '../server/workplace/settings/time-zones.ts';
import { verify, type Fault, type Verification } from '../server/record/verification/verify.ts';
import { print, withDatabase } from './command.ts';

export async function verifyRecord(root: string, against: string | undefined): Promise<void> {
  const heads = against === undefined ? undefined : readFileSync(path.resolve(against), 'utf8');
  const startedAt = performance.now();
  const progress = progressBar();
  const found = await withDatabase(root, ({ database }) =>
    verify(database, { onPage: progress.show, heads }),
  ).finally(progress.clear);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { records, entries, people, erased } = found;
  print(
    `Checked ${countText(records)} records: ${countText(entries)} time entries, ${countText(people)} people and the settings, in ${seconds} s, by time zone rules ${zoneRulesInUse}.`,
  );
  if (heads !== undefined)
    print(`Compared with ${against}, SHA-256 ${createHash('sha256').update(heads).digest('hex')}.`);
  if (erased > 0) print(`${countText(erased)} of them have erased details, which can no longer be checked.`);
  for (const line of faultLines(found)) print(line);
  if (found.faults.length > 0) process.exitCode = 1;
}

export const faultLines = ({ faults }: Verification): string[] =>
  faults.length === 0
    ? ['No differences.']
    : [
        'DIFFERENCES:',
        ...faults.map((fault) => `- ${fault.fault}: ${faultPlaceText(fault)}${othersText(fault.count - 1)}`),
      ];

function faultPlaceText({ chain, n, entry }: Fault): string {
  const whose = chain === SETTINGS_CHAIN ? 'the settings' : `person ${chain}`;
  return `${n === null ? '' : `row ${n} of `}${whose}${entry === undefined ? '' : `, time entry ${entry}`}`;
}

const othersText = (more: number): string => (more === 0 ? '' : ` (and ${countText(more)} more)`);

const countText = (value: number): string => value.toLocaleString('en');

const BAR_WIDTH = 30;
const DRAW_EVERY_MS = 100;

/** Draws only on a terminal. */
function progressBar() {
  const out = process.stderr;
  let drawnAt = -Infinity;
  return {
    show(done: number, total: number): void {
      if (!out.isTTY || performance.now() - drawnAt < DRAW_EVERY_MS) return;
      drawnAt = performance.now();
      const part = total === 0 ? 1 : Math.min(1, done / total);
      const bar = '#'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '.');
      out.write(`\r[${bar}] ${Math.floor(part * 100)} %  ${countText(done)} of ${countText(total)} records`);
    },
    clear(): void {
      if (out.isTTY && drawnAt > 0) out.write('\r\u001b[K');
    },
  };
}
