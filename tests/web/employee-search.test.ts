import { describe, expect, it } from 'vitest';
import { optionsOf } from '#web/people/employee-search.tsx';

describe('a search of employees', () => {
  it('labels people by name, and adds the employee id to confusable names', () => {
    const people = ['Maya', 'Asha', 'M\u0430ya'].map((name, index) => ({
      id: `${index}`,
      name,
      email: `${index}@example.com`,
      employeeId: `NXBI-0000${index}`,
      department: '',
      position: '',
    }));
    expect(optionsOf(people).map(({ value, label }) => [value, label])).toEqual([
      ['1', 'Asha'],
      ['0', 'Maya (NXBI-00000)'],
      ['2', 'M\u0430ya (NXBI-00002)'],
    ]);
  });
});
