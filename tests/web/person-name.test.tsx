import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AmbiguousNames, PersonName } from '#web/frame/person-name.tsx';
import { NotificationItem } from '#web/monitoring/notification-item.tsx';
import { Subject } from '#web/reports/reports.tsx';
import { employeeReportResult } from '#contract/reports/result';
import { boardPerson, id, monitoringView, notification } from './records.ts';

const people = [
  boardPerson(1, { name: 'Maya' }),
  boardPerson(2, { name: 'M\u0430ya' }),
  boardPerson(3, { name: 'Asha' }),
];
const textOf = (markup: string): string => markup.replace(/<[^>]+>/gu, '');

describe('confusable names', () => {
  it('a confusable name has its employee id beside it, and no other name has', () => {
    const shown = people.map((person) =>
      textOf(
        renderToStaticMarkup(
          <AmbiguousNames people={people}>
            <PersonName person={person} />
          </AmbiguousNames>,
        ),
      ),
    );
    expect(shown).toEqual(['Maya NXBI-00001', 'M\u0430ya NXBI-00002', 'Asha']);
  });

  it('the activity shows the employee id of a confusable name', () => {
    const { calendar } = monitoringView();
    const shown = (userId: string, employeeId: string): string =>
      textOf(
        renderToStaticMarkup(
          <AmbiguousNames people={people}>
            <NotificationItem
              notification={notification(1, {
                userId,
                userName: 'Maya',
                employeeId,
                message: 'Maya clocked in at 09:00',
              })}
              zone={calendar.timeZone}
              today={calendar.days[0] ?? expect.fail('a day')}
              isUnread={false}
              watch={() => () => {}}
            />
          </AmbiguousNames>,
        ),
      );
    expect(shown(id(2), 'NXBI-00002')).toContain('Maya NXBI-00002 clocked in at 09:00');
    expect(shown(id(3), 'NXBI-00003')).not.toContain('NXBI');
  });

  it('the previous reports show the employee id of a confusable name', () => {
    const { calendar, now } = monitoringView();
    const shown = (number: number, name: string): string => {
      const person = { id: id(number), name, email: 'm@example.com', employeeId: `NXBI-0000${number}` };
      const employee = { ...person, department: 'General', employment: [{ from: now, to: null }] };
      const report = employeeReportResult(
        { now, calendar, settings: null, employee, entries: [], corrections: [], closed: [] },
        { startDate: calendar.today, endDate: calendar.today, rules: 'standard', includeFormer: false },
        'one',
      );
      return textOf(
        renderToStaticMarkup(
          <AmbiguousNames people={people}>
            <Subject of={report} />
          </AmbiguousNames>,
        ),
      );
    };
    expect([shown(2, 'M\u0430ya'), shown(3, 'Asha')]).toEqual(['M\u0430ya NXBI-00002', 'Asha']);
  });
});
