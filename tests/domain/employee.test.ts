import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultEmployeeId,
  employeeIdFrom,
  findEmployees,
  firstName,
  initials,
  isMonitored,
  POSITIONS,
} from '#domain/people/employee';

describe('registration (spec §3)', () => {
  it('registration offers three positions', () => {
    expect(POSITIONS).toEqual(['Lead', 'Non-Lead', 'Intern']);
  });
});

describe('employee ids (spec §3)', () => {
  it('an employee id is NXBI- and five uppercase letters or digits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 16 }), (bytes) => {
        expect(employeeIdFrom(bytes)).toMatch(/^NXBI-[A-Z0-9]{5}$/);
      }),
    );
  });

  it('ids differ when one of the five random bytes differs', () => {
    const ids = new Set(
      Array.from({ length: 256 }, (_, byte) => employeeIdFrom(new Uint8Array([1, 2, 3, 4, byte]))),
    );
    expect(ids.size).toBe(256);
    expect(employeeIdFrom(new Uint8Array(8))).toBe('NXBI-AAAAA');
  });

  it('an id needs at least five random bytes', () => {
    expect(() => employeeIdFrom(new Uint8Array(4))).toThrow(RangeError);
  });

  it('the default id is EMP and the timestamp', () => {
    expect(defaultEmployeeId(1_795_158_000_000)).toBe('EMP1795158000000');
  });
});

describe('people', () => {
  it.each([
    ['Ada Lovelace', 'AL', 'Ada'],
    ['ada', 'A', 'ada'],
    ['  Ada  King Lovelace ', 'AL', 'Ada'],
    ['Çağla Öz', 'ÇÖ', 'Çağla'],
    ['', '?', ''],
  ])('%j has initials %j and the first name %j', (name, letters, first) => {
    expect(initials(name)).toBe(letters);
    expect(firstName(name)).toBe(first);
  });

  it('a search finds people by part of name or email in any case (spec §5)', () => {
    const people = [
      { name: 'Ada Lovelace', email: 'ada@example.com' },
      { name: 'Grace Hopper', email: 'hopper@navy.example' },
    ];
    expect(findEmployees(people, 'LOVE').map(({ name }) => name)).toEqual(['Ada Lovelace']);
    expect(findEmployees(people, 'Navy').map(({ name }) => name)).toEqual(['Grace Hopper']);
    expect(findEmployees(people, ' ')).toEqual(people);
    expect(findEmployees(people, 'linus')).toEqual([]);
  });

  it('a search ignores accents in the name and in the query', () => {
    const people = [{ name: 'María Álvarez', email: 'maria@example.com' }];
    expect([findEmployees(people, 'alvarez'), findEmployees(people, 'Marìa')]).toEqual([people, people]);
  });

  it('only active employees are monitored and reported on (spec §6)', () => {
    expect(isMonitored({ role: 'employee', isActive: true })).toBe(true);
    expect(isMonitored({ role: 'employee', isActive: false })).toBe(false);
    expect(isMonitored({ role: 'admin', isActive: true })).toBe(false);
  });
});
