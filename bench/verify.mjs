/**
 * `npm run bench -- verify`: measures the time of `punctual verify` on a million records, and whether its memory grows
 * with them. Also measures punches during the nightly check. Smaller: VERIFY_ROWS=100000 VERIFY_SECONDS=5. Needs a
 * build.
 */
import { runnerImport } from 'vite';

const ROWS = Number(process.env['VERIFY_ROWS'] ?? 1_000_000);
const SECONDS = Number(process.env['VERIFY_SECONDS'] ?? 30);
const MINUTE = 60;

export async function measure() {
  const { module } = await runnerImport('/bench/verify/measure.ts');
  const { quarter, whole, alone, besideCheck } = await module.measureVerify(ROWS, SECONDS);
  const rows = ROWS.toLocaleString('en');
  const ms = ({ p50, p99, count }) =>
    `${count} punches, half within ${p50.toFixed(1)} ms, 99 % within ${p99.toFixed(1)} ms`;
  console.log(`alone: ${ms(alone)}\nbeside the nightly check: ${ms(besideCheck)}`);
  return [
    {
      label: `punctual verify, ${rows} records`,
      value: whole.seconds,
      limit: (ROWS / 1_000_000) * MINUTE,
      unit: 's',
    },
    { label: 'its memory', value: whole.memory, limit: quarter.memory * 1.2, unit: 'MB' },
    {
      label: 'slowest of 100 punches beside the nightly check',
      value: besideCheck.p99,
      limit: Math.max(50, alone.p99 * 2),
      unit: 'ms',
    },
  ];
}
