import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { ruleOn } from '#domain/expected/work-rule';
import { formatDate } from '#domain/time/format';
import { AssignDialog, WORK_SETTINGS } from '#web/screens/admin/schedule-of.tsx';
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
      {isOpen && <Assign user={user} present={present?.name ?? null} onClose={() => setOpen(false)} />}
    </Section>
  );
}

interface AssignProps {
  user: { readonly id: string; readonly name: string };
  present: string | null;
  onClose: () => void;
}

function Assign({ user, present, onClose }: AssignProps) {
  const query = useSchedules();
  const { data } = query;
  const scheduleId = data?.schedules.find(({ name }) => name === present)?.id ?? null;
  return data ? (
    <AssignDialog view={data} scheduleId={scheduleId} person={user} onClose={onClose} />
  ) : (
    <LoadFailure title="The schedules could not be loaded." query={query} />
  );
}
