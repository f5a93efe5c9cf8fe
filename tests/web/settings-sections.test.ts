import { describe, expect, it } from 'vitest';
import { formSettings } from '#domain/settings/definitions';
import { searchItems, toSearchable } from '#web/frame/finder.tsx';
import { changesText } from '#web/forms/shared-record.ts';
import { sectionOf, settingsActions } from '#web/settings/section-table.tsx';
import { SETTINGS_FORMS } from '#web/settings/sections.tsx';
import { LABELS } from '#web/settings/settings-form.ts';
import { holidaysSummary, recordSummary, settingsSummaries } from '#web/settings/summaries.ts';
import { say } from '#texts/say';
import { settings } from './records.ts';

const FORMS = Object.entries(SETTINGS_FORMS);

describe('the sections of Settings', () => {
  it('each setting stands on exactly one form, and Find finds its section by its label', () => {
    const fields = FORMS.flatMap(([, form]) => [...form.fields]);
    expect(fields.toSorted()).toEqual([...formSettings(), 'payPeriod', 'payPeriodFrom'].toSorted());
    const actions = toSearchable(settingsActions());
    const found = (text: string) => searchItems(actions, text).map(({ label }) => label);
    for (const [name, form] of FORMS)
      for (const field of form.fields) {
        const title = sectionOf(name)?.title;
        expect(found(LABELS[field])).toContain(title && say(title));
      }
    expect(found('settings')).toHaveLength(actions.length);
  });

  it('the list says what each is set to, and a fault of the record before its check', () => {
    expect(settingsSummaries(settings({ workplaceName: 'Everest' }))).toMatchObject({
      hours: { text: '09:00 - 17:00, break 30m' },
      workplace: { text: 'Everest' },
      'pay-period': { text: 'Monthly' },
      'sign-in': { text: 'Second factor: optional' },
    });
    const now = Date.parse('2026-11-20T09:00:00.000Z');
    const check = { last: null, underWay: null };
    const nightly = { now: '2026-11-20T09:00:00.000Z', check };
    expect(recordSummary({ ...nightly, backups: null }, now)).toMatchObject({ needsAttention: false });
    expect(recordSummary({ ...nightly, backups: { newestAt: null } }, now)).toEqual({
      text: 'There is no backup yet.',
      needsAttention: true,
    });
  });

  it.each([
    [[], 'Bavaria', 'None yet'],
    [['2026-12-25'], 'Bavaria', '2027 has none yet'],
    [['2025-12-25', '2026-12-25', '2027-12-25'], 'Bavaria', 'Bavaria, 2026, 2027'],
    [['2026-12-25', '2027-12-25'], '', '2026, 2027'],
  ])('holidays on %j of %j read %j', (days, regionName, text) => {
    const holidays = days.map((day) => ({ day, name: 'Christmas', isHalf: false }));
    const view = {
      holidays,
      regionName,
      region: '',
      version: 1,
      today: '2026-11-20',
      closed: [],
      schedules: [],
    };
    expect(holidaysSummary(view).text).toBe(text);
  });

  it('a form says what it would change: values, and lines that are added, removed or changed', () => {
    const line = (id: string, name: string) => ({ id, name });
    const base = { name: '', isOn: false, lines: [line('1', 'Atelier'), line('2', 'Forum')] };
    const typed = { name: 'Ada', isOn: true, lines: [line('1', 'Studio'), line('3', 'Lab'), line('4', ' ')] };
    const labels = { name: 'Name', isOn: 'Switch', lines: 'Studios' };
    expect(changesText({ version: 1, base, typed }, labels)).toBe(
      'Name: empty → Ada. Switch: off → on. Studios: added Lab, removed Forum, changed Studio.',
    );
    expect(changesText({ version: 1, base, typed: base }, labels)).toBe('');
  });
});
