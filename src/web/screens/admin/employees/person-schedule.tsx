import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { ruleOn } from '#domain/expected/work-rule';
import { formatDate } from '#domain/time/format';
import { AssignDialog, WORK_SETTINGS } from '#web/screens/admin/expected.tsx';
import { Section } from '#web/screens/admin/section.tsx';
import { useSchedules } from '#web/screens/admin/use-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import type { Shown } from '#web/screens/admin/use-person.ts';

/** The history is shown once there is any. */
export function PersonSchedule({ shown: { view, today } }: { shown: Shown }) {
  const { schedules, user } = view;
  const [isOpen, setOpen] = useState(false);
  const present = ruleOn(schedules, today.day);
  const query = useSchedules();
  const { data } = query;
  return (
    <Section
      title="Schedule"
      aside={
        <Button size="small" icon={<CalendarClock size={16} />} onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <ul className="text-sm">
        {schedules.length === 0 && <li>{WORK_SETTINGS}</li>}
        {schedules.toReversed().map((one) => (
          <li
            key={one.from}
            className={one === present ? 'font-semibold wrap-anywhere' : 'text-muted wrap-anywhere'}
          >
            {one.name ?? WORK_SETTINGS} from {formatDate(one.from, 'UTC')}
          </li>
        ))}
      </ul>
      <LoadFailure title="The schedules could not be loaded." query={query} isShown={isOpen} />
      {isOpen && data && (
        <AssignDialog
          view={data}
          scheduleId={data.schedules.find(({ name }) => name === present?.name)?.id ?? null}
          person={user}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
