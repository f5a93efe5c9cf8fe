import { say } from '#texts/say';
import { CalendarClock, Plus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { SchedulesView } from '#contract/expected/schedules';
import { formatDate } from '#domain/time/format';
import { useSchedules } from '#web/live/use-settings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { countPeopleBySchedule, weekTexts } from './schedule-form.ts';

const ScheduleDialog = onDemand(() => import('./schedule-dialog.tsx'));
const AssignDialog = onDemand(() => import('./assign-dialog.tsx'));

type OpenedDialog = { readonly kind: 'edit' | 'assign'; readonly id: string | null };

export function SchedulesCard() {
  const query = useSchedules();
  const { data: view } = query;
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const add = (
    <Button size="small" icon={<Plus size={16} />} onClick={() => setOpened({ kind: 'edit', id: null })}>
      {say('schedule.add')}
    </Button>
  );
  return (
    <TitledCard
      title={say('schedule.many')}
      aside={view && view.schedules.length > 0 && add}
      className="grid gap-4"
    >
      <LoadState title={say('schedule.notLoaded')} query={query} shape="h-32" />
      {view?.schedules.length === 0 && (
        <Empty icon={<CalendarClock size={24} />} title={say('schedule.none')} action={add}>
          {say('schedule.noneText')}
        </Empty>
      )}
      {view && view.schedules.length > 0 && <ScheduleList view={view} onOpen={setOpened} />}
      {view && opened?.kind === 'edit' && (
        <ScheduleDialog view={view} id={opened.id} onClose={() => setOpened(null)} />
      )}
      {view && opened?.kind === 'assign' && (
        <AssignDialog view={view} scheduleId={opened.id} onClose={() => setOpened(null)} />
      )}
    </TitledCard>
  );
}

function ScheduleList({ view, onOpen }: { view: SchedulesView; onOpen: (opened: OpenedDialog) => void }) {
  const { schedules, today } = view;
  const counts = countPeopleBySchedule(view, today);
  return (
    <ul className="divide-y divide-line border-t border-line">
      {schedules.map(({ id, name, isRetired, versions }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 text-sm">
            <p className="font-semibold wrap-anywhere">
              {name} {isRetired && <Badge>{say('schedule.retired')}</Badge>}
            </p>
            {versions
              .filter(({ from }, at) => from > today || !((versions[at + 1]?.from ?? '~') <= today))
              .map(({ from, days }) => (
                <div key={from}>
                  {from > today && (
                    <p className="font-semibold">{say('schedule.from', { day: formatDate(from, 'UTC') })}</p>
                  )}
                  {weekTexts(days).map((text) => (
                    <p key={text} className="tabular-nums">
                      {text}
                    </p>
                  ))}
                </div>
              ))}
            <p className="text-muted">{peopleText(counts.get(id) ?? 0)}</p>
          </div>
          <div className="flex gap-2">
            {!isRetired && (
              <Button
                size="small"
                icon={<UserPlus size={16} />}
                aria-label={say('schedule.assignNamed', { name })}
                onClick={() => onOpen({ kind: 'assign', id })}
              >
                {say('schedule.assign')}
              </Button>
            )}
            <Button
              size="small"
              aria-label={say('common.editNamed', { name })}
              onClick={() => onOpen({ kind: 'edit', id })}
            >
              {say('common.edit')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const peopleText = (count: number): string =>
  count === 0 ? say('schedule.nobody') : say('schedule.havers', { count });
