import { byLocale, locale } from '#texts/say';
import type { EpochMs } from '../time/units.ts';

/** Letters that a keyboard may lack, and that NFKD does not split into a letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[\u0300-\u036F\\p{DI}${Object.keys(PLAIN).join('')}]`, 'gu');

/** 'Álvarez' becomes 'alvarez', 'Weiß' becomes 'weiss'. Folds each letter alone, so a part of a name still matches. */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? '');

/** Returns a test for texts that contain the search; an empty search matches all. */
export function createTextMatcher(typed: string): (text: string) => boolean {
  const wanted = foldForSearch(typed).trim();
  return wanted === '' ? () => true : (text) => foldForSearch(text).includes(wanted);
}

/** Positions offered at registration (spec §3). */
export const POSITIONS = ['Lead', 'Non-Lead', 'Intern'] as const;

/** Default for employees that an admin adds (spec §3). */
export const DEFAULT_DEPARTMENT = 'General';
export const DEFAULT_POSITION = 'Employee';

export type Role = 'admin' | 'employee';

export interface Employee {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly department: string;
  readonly position: string;
  readonly hub: string;
  readonly employeeId: string;
  readonly createdAt: EpochMs;
}

/** If one of these fields changes, a notification names the field (spec §2, §7). */
export const EMPLOYEE_DETAILS = [
  'name',
  'email',
  'employeeId',
  'payrollNumber',
  'employedSince',
  'department',
  'hub',
  'position',
] as const;
export type EmployeeDetail = (typeof EMPLOYEE_DETAILS)[number];
export type EmployeeDetails = Readonly<Record<EmployeeDetail, string>>;

export const changedDetails = (before: EmployeeDetails, after: EmployeeDetails): EmployeeDetail[] =>
  EMPLOYEE_DETAILS.filter((name) => before[name] !== after[name]);

/** Only active people with role employee are monitored and reported (spec §6). */
export const isMonitored = (person: Pick<Employee, 'role' | 'isActive'>): boolean =>
  person.isActive && person.role === 'employee';

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ID_LENGTH = 5;

/** 'NXBI-' and 5 characters A-Z or 0-9 (spec §3), all equally likely. @throws RangeError with fewer than 5 bytes */
export function employeeIdFrom(randomBytes: Uint8Array): string {
  if (randomBytes.length < ID_LENGTH) throw new RangeError(`An employee id needs ${ID_LENGTH} random bytes.`);
  let number = randomBytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (let index = 0; index < ID_LENGTH; index += 1) {
    text += ID_CHARACTERS.charAt(Number(number % 36n));
    number /= 36n;
  }
  return `NXBI-${text}`;
}

/** Default id: 'EMP' and the timestamp (spec §3). */
export const defaultEmployeeId = (now: EpochMs): string => `EMP${now}`;

/** 'Ada King Lovelace' -> 'AL', 'Ada' -> 'A'; '?' for an empty name. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? '';

export function findEmployees<Person extends Pick<Employee, 'name' | 'email'>>(
  people: readonly Person[],
  text: string,
): Person[] {
  const fits = createTextMatcher(text);
  return people.filter(({ name, email }) => fits(name) || fits(email));
}

const collatorOf = byLocale((name) => new Intl.Collator(name, { sensitivity: 'base', numeric: true }));

/** Order of names in lists: ignores case and accents, and puts 'Ada 2' before 'Ada 10'. */
export const compareNames = (one: string, other: string): number => collatorOf(locale()).compare(one, other);
