/** The names that a workplace's time zone can have. */
import { isTimeZone } from '#domain/time-zone';

/** Both names of renamed zones: Intl lists one of them, mostly the former, and people look for either. */
const RENAMED = [
  'Africa/Asmara',
  'Africa/Asmera',
  'America/Argentina/Buenos_Aires',
  'America/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Catamarca',
  'America/Argentina/Cordoba',
  'America/Cordoba',
  'America/Argentina/Jujuy',
  'America/Jujuy',
  'America/Argentina/Mendoza',
  'America/Mendoza',
  'America/Atikokan',
  'America/Coral_Harbour',
  'America/Indiana/Indianapolis',
  'America/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Louisville',
  'America/Nuuk',
  'America/Godthab',
  'Asia/Ho_Chi_Minh',
  'Asia/Saigon',
  'Asia/Kathmandu',
  'Asia/Katmandu',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Asia/Yangon',
  'Asia/Rangoon',
  'Atlantic/Faroe',
  'Atlantic/Faeroe',
  'Europe/Kyiv',
  'Europe/Kiev',
  'Pacific/Chuuk',
  'Pacific/Truk',
  'Pacific/Kanton',
  'Pacific/Enderbury',
  'Pacific/Pohnpei',
  'Pacific/Ponape',
].filter(isTimeZone);

let known: string[] | undefined;

/** All IANA zones of this machine's rules, sorted, with UTC, which the list of Intl leaves out. */
export const timeZones = (): string[] =>
  (known ??= [...new Set([...Intl.supportedValuesOf('timeZone'), ...RENAMED, 'UTC'])].toSorted());
