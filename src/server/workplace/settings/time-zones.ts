import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTimeZone } from '#domain/time/zone-rules';

/** Intl lists only one name of a renamed zone, but people may look for the new or the old name. */
const RENAMED = [
  ['Africa/Asmara', 'Africa/Asmera'],
  ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
  ['America/Argentina/Catamarca', 'America/Catamarca'],
  ['America/Argentina/Cordoba', 'America/Cordoba'],
  ['America/Argentina/Jujuy', 'America/Jujuy'],
  ['America/Argentina/Mendoza', 'America/Mendoza'],
  ['America/Atikokan', 'America/Coral_Harbour'],
  ['America/Indiana/Indianapolis', 'America/Indianapolis'],
  ['America/Kentucky/Louisville', 'America/Louisville'],
  ['America/Nuuk', 'America/Godthab'],
  ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
  ['Asia/Kathmandu', 'Asia/Katmandu'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Asia/Yangon', 'Asia/Rangoon'],
  ['Atlantic/Faroe', 'Atlantic/Faeroe'],
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['Pacific/Chuuk', 'Pacific/Truk'],
  ['Pacific/Kanton', 'Pacific/Enderbury'],
  ['Pacific/Pohnpei', 'Pacific/Ponape'],
]
  .flat()
  .filter(isTimeZone);

let known: string[] | undefined;

/** Sorted, with UTC, which Intl leaves out. */
export const timeZones = (): string[] =>
  (known ??= [...new Set([...Intl.supportedValuesOf('timeZone'), ...RENAMED, 'UTC'])].toSorted());

export const zoneRulesInUse: string = process.versions['tz'] ?? 'unknown';

/** Warns when the system has newer zone rules than Node; null otherwise. */
export function zoneRulesWarning(inUse: string, folder = '/usr/share/zoneinfo'): string | null {
  const [system = ''] = ['tzdata.zi', '+VERSION'].flatMap((file) => {
    try {
      const text = readFileSync(path.join(folder, file), 'utf8');
      return /^(?:# version )?(\d{4}[a-z]+)/.exec(text)?.slice(1) ?? [];
    } catch {
      return []; // A system can lack one of the two files, or both.
    }
  });
  return inUse < system
    ? `The time zone rules in use are ${inUse}, and this machine has ${system}: days may begin at the wrong time. Update Punctual, or its Node (see docs/operations.md).`
    : null;
}
