import { describe, expect, it } from 'vitest';
import { SETTINGS_DEFAULTS, THEME } from '#domain/settings/settings';
import {
  numberFault,
  readNumberSetting,
  SETTING_DEFINITIONS,
  type NumberSetting,
} from '#domain/settings/definitions';

const fault = (name: NumberSetting, value: unknown) => numberFault(SETTING_DEFINITIONS[name], value);

describe('settings defaults (spec §9)', () => {
  it('the default settings have these values', () => {
    expect(SETTINGS_DEFAULTS).toEqual({
      workStartTime: '09:00',
      workEndTime: '17:00',
      breakDuration: 30,
      breakStartTime: '12:00',
      lateThresholdMinutes: 5,
      overtimeThresholdHours: 1,
      nightShiftHours: 16,
      reminderMinutes: 60,
      correctionDays: 62,
      allowFlexibleHours: false,
      weekendWorkAllowed: false,
      workplaceName: '',
      registration: 'open',
      secondFactor: 'optional',
      secondFactorSince: '',
      hourFormat: '24h',
      language: 'en',
      firstWeekday: 1,
      zoneRules: [],
      workRules: [],
      payRules: [],
      invitation: 1,
      isSetUp: false,
      requireLocationTracking: true,
      shareAway: true,
      securityLogDays: 400,
    });
    expect(THEME).toBe('light');
  });
});

describe('settings limits (spec §5)', () => {
  it('the number settings have these limits', () => {
    expect(SETTING_DEFINITIONS).toMatchObject({
      breakDuration: { min: 0, max: 480, step: 1 },
      lateThresholdMinutes: { min: 0, max: 60, step: 1 },
      overtimeThresholdHours: { min: 0, max: 12, step: 0.5 },
      nightShiftHours: { min: 0, max: 20, step: 1 },
      reminderMinutes: { min: 15, max: 480, step: 1 },
      correctionDays: { min: 1, max: 366, step: 1 },
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
    ['nightShiftHours', 0],
    ['nightShiftHours', 20],
    ['reminderMinutes', 15],
    ['reminderMinutes', 480],
    ['correctionDays', 1],
    ['correctionDays', 366],
  ])('%s may be %d', (name, value) => {
    expect(fault(name, value)).toBeUndefined();
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
    ['nightShiftHours', 21],
    ['nightShiftHours', 7.5],
    ['reminderMinutes', 14],
    ['correctionDays', 0],
    ['correctionDays', 367],
  ])('%s may not be %j', (name, value) => {
    expect(fault(name, value)).toMatch(/ must be /u);
  });

  it('a fault says what the number must be', () => {
    expect(fault('breakDuration', 481)).toBe('Break duration must be a whole number from 0 to 480');
    expect(fault('overtimeThresholdHours', 13)).toBe(
      'Overtime threshold must be a number in steps of 0.5 from 0 to 12',
    );
  });
});

describe('settings as typed [D6.5]', () => {
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
