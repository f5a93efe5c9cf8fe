/** Employees: positions, ids, and who is watched and reported on (spec §3, §6). */
import type { EpochMs } from '../time/units.ts';

/** How searches compare: whatever case and accents are typed, and whatever the name has. */

/** Letters that are one with an accent, or two in one, to who has not got them on the keyboard. */
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

/**
 * A text as searches compare it: 'Álvarez' and 'ALVAREZ' are 'alvarez', 'Weiß' is 'weiss', 'Sørensen' 'sorensen'.
 * Whatever is part of a text in lower case is part of it like this too, so that nothing is found less.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? '');

/** What was typed into a search, folded: a test of the texts that hold it. Nothing typed is in all of them. */
export function searchFor(typed: string): (text: string) => boolean {
  const wanted = folded(typed).trim();
  return wanted === '' ? () => true : (text) => folded(text).includes(wanted);
}

/** What registration offers (spec §3). */
export const POSITIONS = ['Lead', 'Non-Lead', 'Intern'] as const;

/** Of an employee whom an admin adds without saying more (spec §3). */
export const DEFAULT_DEPARTMENT = 'General';
export const DEFAULT_POSITION = 'Employee';

export type Role = 'admin' | 'employee';

/** spec §3 User / employee, as the rules see it. */
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

/** Under the names that the notification tells, besides role and active status (spec §2, §7). */
export const EMPLOYEE_DETAILS = [
  'name',
  'email',
  'employeeId',
  'payrollNumber',
  'department',
  'hub',
  'position',
] as const;
export type EmployeeDetail = (typeof EMPLOYEE_DETAILS)[number];
export type EmployeeDetails = Readonly<Record<EmployeeDetail, string>>;

export const changedDetails = (before: EmployeeDetails, after: EmployeeDetails): EmployeeDetail[] =>
  EMPLOYEE_DETAILS.filter((name) => before[name] !== after[name]);

/** Monitoring and reports consider only active employees with role employee (spec §6). */
export const isMonitored = (person: Pick<Employee, 'role' | 'isActive'>): boolean =>
  person.isActive && person.role === 'employee';

const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ID_LENGTH = 5;

/**
 * 'NXBI-' and 5 characters from uppercase letters and digits (spec §3). All bytes count, as one large number,
 * so that no character is favoured noticeably; 8 bytes are plenty.
 * @throws RangeError with fewer than 5 bytes.
 */
export function employeeIdFrom(randomBytes: Uint8Array): string {
  if (randomBytes.length < ID_LENGTH) throw new RangeError(`An employee id needs ${ID_LENGTH} random bytes.`);
  let number = randomBytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (let index = 0; index < ID_LENGTH; index += 1) {
    text += ID_LETTERS.charAt(Number(number % 36n));
    number /= 36n;
  }
  return `NXBI-${text}`;
}

/** The default id when an admin adds an employee: 'EMP' and the timestamp (spec §3). */
export const defaultEmployeeId = (now: EpochMs): string => `EMP${now}`;

/** 'Ada Lovelace' -> 'AL', 'Ada King Lovelace' -> 'AL', 'Ada' -> 'A'; '?' for an empty name. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

/** What the header greets with (spec §2). */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? '';

/** Employee search: part of name or email, whatever the case and the accents (spec §5). An empty text finds everybody. */
export function findEmployees<Person extends Pick<Employee, 'name' | 'email'>>(
  people: readonly Person[],
  text: string,
): Person[] {
  const fits = searchFor(text);
  return people.filter(({ name, email }) => fits(name) || fits(email));
}
