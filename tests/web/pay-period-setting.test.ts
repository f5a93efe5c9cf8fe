import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#domain/settings/settings';
import type { PayRule } from '#domain/period/pay-rule';
import {
  nextPayPeriodStart,
  payPeriodText,
  settingsErrors,
  toFormValues,
  toSettingsUpdateInput,
} from '#web/settings/settings-form.ts';
import { settings } from './records.ts';

const TODAY = '2026-11-20';
const TWO_WEEKLY: PayRule[] = [{ period: 'two-weekly', from: '2026-11-02', firstWeekday: 1 }];
const typed = (rules: readonly PayRule[] = []) =>
  toFormValues({ ...defaultSettings('Asia/Kathmandu'), payRules: rules });

describe('the pay period setting', () => {
  it('another kind of period starts when the running period ends, and the same kind stays', () => {
    expect(nextPayPeriodStart('weekly', [], TODAY)).toBe('2026-12-01');
    expect(nextPayPeriodStart('weekly', TWO_WEEKLY, TODAY)).toBe('2026-11-30');
    expect(nextPayPeriodStart('monthly', [], TODAY)).toBe('');
    expect(nextPayPeriodStart('two-weekly', TWO_WEEKLY, TODAY)).toBe('2026-11-02');
  });

  it('the text shows the current period, or the first one of a new kind', () => {
    expect(payPeriodText(typed(TWO_WEEKLY), TWO_WEEKLY, 1, TODAY)).toBe(
      'The current period is Nov 16, 2026 - Nov 29, 2026. When a period is over, employees confirm it and an administrator closes it.',
    );
    expect(payPeriodText({ payPeriod: 'weekly', payPeriodFrom: '2026-12-01' }, [], 1, TODAY)).toBe(
      'The first period of this kind is Dec 01, 2026 - Dec 06, 2026; the one before it ends on Nov 30, 2026.',
    );
    expect(payPeriodText({ payPeriod: 'weekly', payPeriodFrom: '' }, [], 1, TODAY)).toBe(
      'Choose the day it starts.',
    );
  });

  it('the form sends the shown period, and a card with other settings leaves it alone', () => {
    expect(settingsErrors(typed(TWO_WEEKLY), settings())).toEqual({});
    const { payPeriod, payPeriodFrom } = toSettingsUpdateInput(
      { ...typed(TWO_WEEKLY), payPeriod: 'weekly' },
      settings(),
    );
    expect([payPeriod, payPeriodFrom]).toEqual(['weekly', '2026-11-02']);
    const { version, workStartTime, workEndTime } = settings();
    expect(toSettingsUpdateInput({ workplaceName: ' Everest ' }, settings())).toEqual({
      version,
      workStartTime,
      workEndTime,
      workplaceName: 'Everest',
    });
  });
});
