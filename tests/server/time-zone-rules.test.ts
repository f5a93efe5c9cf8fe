/** The time zone rules in use, compared with those of the system. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveDatabase } from '#tests/support/cluster';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { spawnPunctual } from '#tests/support/punctual-process';
import { zoneRulesInUse, zoneRulesWarning } from '#server/workplace/settings/time-zones';

let folder: string;

beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'punctual-zoneinfo-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const tzdata = (version: string): [string, string] => [
  'tzdata.zi',
  `# version ${version}\n# This zic input file is in the public domain.\nR d 1916 o - Jun 14 23s 1 S\n`,
];

it('the version of time zone rules is a year and a letter', () =>
  expect(zoneRulesInUse).toMatch(/^\d{4}[a-z]$/));

it.each([
  ['2025c', '2026a', tzdata('2026a')],
  ['2025b', '2025c', tzdata('2025c')],
  ['2025c', '2025d', tzdata('2025d-12-g1f2e3d4')],
  ['2025c', '2026f', ['+VERSION', '2026f\n'] as [string, string]],
])('a Node with rules %s gets a warning if the system has %s', (inUse, system, [name, text]) => {
  writeFileSync(path.join(folder, name), text);
  expect(zoneRulesWarning(inUse, folder)).toBe(
    `The time zone rules in use are ${inUse}, and this machine has ${system}: days may begin at the wrong time. Update Punctual, or its Node (see docs/operations.md).`,
  );
});

it.each([
  ['equal to those of the system', '2026a', tzdata('2026a')],
  ['newer than those of the system', '2026a', tzdata('2025c')],
  ['next to a file without a version', '2025c', ['tzdata.zi', 'R d 1916 o - Jun 14 23s 1 S\n'] as const],
  ['next to an empty file', '2025c', ['+VERSION', ''] as const],
  ['on a system without rules', '2025c', ['another', '2026a'] as const],
  ['of a Node without rules', 'unknown', tzdata('2026a')],
])('there is no warning for rules %s', (_case, inUse, [name, text]) => {
  writeFileSync(path.join(folder, name), text);
  expect(zoneRulesWarning(inUse, folder)).toBeNull();
});

it('the start warns about older rules and says what to do', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'punctual-zone-rules-'));
  await giveDatabase(dataDir);
  writeFileSync(path.join(folder, 'tzdata.zi'), '# version 9999a\n');
  const server = spawnPunctual(['start'], { DATA_DIR: dataDir, TZDIR: folder });
  try {
    await server.ready();
    expect(server.output()).toContain(
      `The time zone rules in use are ${zoneRulesInUse}, and this machine has 9999a: days may begin at the wrong time. Update Punctual, or its Node`,
    );
  } finally {
    server.child.kill('SIGTERM');
    await server.ended();
    await removeEmbedded(dataDir);
  }
});
