import { describe, expect, it } from 'vitest';
import {
  defaultSettings,
  readNumberSetting,
  SETTINGS_DEFAULTS,
  SETTINGS_LIMITS,
  shownSettings,
  THEME,
  validateSettings,
  type NumberSetting,
} from '#domain/settings';

const good = defaultSettings('Europe/Berlin');

describe('settings defaults (spec §9)', () => {
  it('are these', () => {
    expect(SETTINGS_DEFAULTS).toEqual({
      workStartTime: '09:00',
      workEndTime: '17:00',
      breakDuration: 30,
      breakStartTime: '12:00',
      lateThresholdMinutes: 5,
      overtimeThresholdHours: 1,
      allowFlexibleHours: false,
      weekendWorkAllowed: false,
      requireLocationTracking: true,
    });
    expect(THEME).toBe('light');
  });

  it('are valid themselves', () => {
    expect(validateSettings(good)).toEqual({ ok: true, settings: good });
  });
});

describe('settings limits (spec §5)', () => {
  it('are these', () => {
    expect(SETTINGS_LIMITS).toEqual({
      breakDuration: { min: 0, max: 480, step: 1 },
      lateThresholdMinutes: { min: 0, max: 60, step: 1 },
      overtimeThresholdHours: { min: 0, max: 12, step: 0.5 },
    });
  });

  it.each<[NumberSetting, number]>([
    ['breakDuration', 0],
    ['breakDuration', 480],
    ['lateThresholdMinutes', 0],
    ['lateThresholdMinutes', 60],
    ['overtimeThresholdHours', 0],
    ['overtimeThresholdHours', 0.5],
    ['overtimeThresholdHours', 12],
  ])('%s may be %d, and is kept as it is', (name, value) => {
    expect(validateSettings({ ...good, [name]: value })).toEqual({
      ok: true,
      settings: { ...good, [name]: value },
    });
  });

  it.each<[NumberSetting, unknown]>([
    ['breakDuration', -1],
    ['breakDuration', 481],
    ['breakDuration', 30.5],
    ['breakDuration', Number.NaN],
    ['breakDuration', '30'],
    ['lateThresholdMinutes', 61],
    ['lateThresholdMinutes', undefined],
    ['lateThresholdMinutes', Number.POSITIVE_INFINITY],
    ['overtimeThresholdHours', 12.5],
    ['overtimeThresholdHours', 0.25],
    ['overtimeThresholdHours', -0.5],
    ['overtimeThresholdHours', null],
  ])('%s may not be %j', (name, value) => {
    const checked = validateSettings({ ...good, [name]: value });
    expect(checked.ok ? [] : Object.keys(checked.faults)).toEqual([name]);
  });

  it('says what a number must be', () => {
    const checked = validateSettings({ ...good, breakDuration: 481, overtimeThresholdHours: 13 });
    expect(checked).toEqual({
      ok: false,
      faults: {
        breakDuration: 'Break duration must be a whole number from 0 to 480',
        overtimeThresholdHours: 'Overtime threshold must be a number in steps of 0.5 from 0 to 12',
      },
    });
  });

  it("times must be HH:mm, with the specification's messages", () => {
    expect(validateSettings({ ...good, workStartTime: '25:00', breakStartTime: '' })).toEqual({
      ok: false,
      faults: {
        workStartTime: 'Invalid time format: "25:00". Expected HH:mm format',
        breakStartTime: 'Invalid time string: must be a non-empty string',
      },
    });
  });

  it('work may end after midnight, but not when it starts', () => {
    expect(validateSettings({ ...good, workStartTime: '22:00', workEndTime: '06:00' }).ok).toBe(true);
    expect(validateSettings({ ...good, workEndTime: '09:00' })).toEqual({
      ok: false,
      faults: { workEndTime: 'Work end time must differ from work start time' },
    });
  });

  it('the zone must exist and switches must be on or off', () => {
    const checked = validateSettings({ ...good, timeZone: 'Mars/Olympus', allowFlexibleHours: 'yes' });
    expect(checked.ok ? [] : Object.keys(checked.faults).toSorted()).toEqual([
      'allowFlexibleHours',
      'timeZone',
    ]);
  });

  it('everything that is missing is named, and nothing else is let through', () => {
    const empty = validateSettings({});
    expect(empty.ok ? [] : Object.keys(empty.faults).toSorted()).toEqual(Object.keys(good).toSorted());
    const more = validateSettings(Object.assign({ role: 'admin' }, good));
    expect(more.ok && Object.keys(more.settings)).not.toContain('role');
  });
});

describe('settings as shown (decisions §6)', () => {
  it('0 is shown as 0; only missing or unreadable values fall back', () => {
    const shown = shownSettings(
      {
        breakDuration: 0,
        lateThresholdMinutes: 0,
        overtimeThresholdHours: 0,
        workStartTime: 'noon',
        allowFlexibleHours: true,
      },
      'Asia/Kathmandu',
    );
    expect(shown).toEqual({
      ...SETTINGS_DEFAULTS,
      breakDuration: 0,
      lateThresholdMinutes: 0,
      overtimeThresholdHours: 0,
      allowFlexibleHours: true,
      timeZone: 'Asia/Kathmandu',
    });
  });

  it.each<[NumberSetting, string, number]>([
    ['breakDuration', '45', 45],
    ['breakDuration', '45.9', 45],
    ['breakDuration', '0', 0],
    ['breakDuration', '', 30],
    ['lateThresholdMinutes', 'ten', 5],
    ['overtimeThresholdHours', '1.5', 1.5],
    ['overtimeThresholdHours', '0', 0],
    ['overtimeThresholdHours', '', 1],
  ])('%s typed as %j is read as %d', (name, typed, value) => {
    expect(readNumberSetting(name, typed)).toBe(value);
  });
});
