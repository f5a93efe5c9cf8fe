import { describe, expect, it } from 'vitest';
import { EXAMPLE_PROFILES, STANDARD_PROFILE } from '#domain/period/payroll-file';
import {
  createProfile,
  withItemChange,
  EXAMPLE_PEOPLE,
  columnKeys,
  moveItem,
  previewOf,
  profileErrors,
  withColumn,
} from '#web/periods/profiles/profile-draft.ts';
import { id } from './records.ts';

describe('editing a payroll profile', () => {
  const [datev = STANDARD_PROFILE] = EXAMPLE_PROFILES;
  const profile = createProfile(datev, id(1), []);

  it('a new profile copies an example under a free name', () => {
    expect(createProfile(datev, id(1), [{ name: 'DATEV' }, { name: 'DATEV 2' }]).name).toBe('DATEV 3');
    expect(profileErrors(profile, [])).toEqual({});
  });

  it('the preview shows the first lines of the file, even after its columns move', () => {
    expect(previewOf(EXAMPLE_PEOPLE, profile)).toBe(
      [
        'Personalnummer;Abrechnungsmonat;Lohnart;Stunden;Name',
        '1001;10.2026;1000;168,00;Asha Rai',
        '1001;10.2026;1010;3,50;Asha Rai',
        '1002;10.2026;1000;164,33;Ram Thapa',
      ].join('\n'),
    );
    const columns = moveItem(profile.columns, 4, -1);
    expect(previewOf(EXAMPLE_PEOPLE, { ...profile, columns, header: false }).split('\n')[0]).toBe(
      '1001;10.2026;1000;Asha Rai;168,00',
    );
    expect(moveItem(profile.columns, 0, -1)).toEqual(profile.columns);
  });

  it('a column that occurs twice has two different keys', () => {
    const twice = withColumn(withColumn([], 'fixed'), 'fixed');
    expect(columnKeys(twice)).toEqual(['fixed-1', 'fixed-2']);
  });

  it('each error appears at its field', () => {
    const columns = withItemChange(profile.columns, 1, { name: 'x'.repeat(61) });
    expect(
      profileErrors({ ...profile, name: ' ', columns, wageTypes: [] }, [{ id: id(2), name: 'Other' }]),
    ).toEqual({
      name: 'Enter a name',
      'columns.1.name': 'At most 60 characters',
      wageTypes: 'These columns need a wage type. Add one, or remove them',
    });
    // This character would reverse the text after it in the first line of the file.
    const turning = withItemChange(profile.columns, 1, { name: 'Hours\u202E' });
    expect(profileErrors({ ...profile, columns: turning }, [])).toEqual({
      'columns.1.name': 'This has a character that cannot be shown.',
    });
    expect(profileErrors(profile, [{ id: id(2), name: 'DATEV' }])).toEqual({
      name: 'Another profile has this name',
    });
  });
});
