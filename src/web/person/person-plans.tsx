import { say } from '#texts/say';
import { Plus, CalendarClock } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/records';
import type { AllowanceBalance } from '#contract/leave/leave';
import type { LeadAssignment, PersonView } from '#contract/people/employees';
import { ruleOn } from '#domain/expected/work-rule';
import { formatDate } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { CorrectionOverview } from '#web/corrections/old-and-new.tsx';
import { Allowances } from '#web/leave/allowance.tsx';
import { LeaveDialog, LeaveList } from '#web/leave/leave-list.tsx';
import { useLeave } from '#web/leave/use-leave.ts';
import { Section } from '#web/ui/section.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadState, LoadFailure } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { AssignDialog, standardHoursText } from '#web/expected/standard-hours.tsx';
import { useSchedules, useStudios } from '#web/live/use-settings.ts';
import type { ShownPerson } from '#web/people/use-person.ts';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useEmployees } from '#web/people/use-employees.ts';
import { Problem } from '#web/ui/banner.tsx';

const AllowanceDialog = onDemand(() => import('#web/leave/allowance-dialog.tsx'));

const MAX_LEAVE_SHOWN = 6;

/** Shows the latest absences, also planned ones, newest first. */
export function PersonLeave({ user, zone }: { user: User; zone: string }) {
  const query = useLeave(user.id);
  const { data: view } = query;
  const [isOpen, setOpen] = useState(false);
  const [changed, setChanged] = useState<AllowanceBalance | null>(null);
  return (
    <Section
      title={say('leave.title')}
      aside={
        view && (
          <Button size="small" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
            {say('person.enterLeave')}
          </Button>
        )
      }
    >
      <LoadState title={say('person.leaveNotLoaded')} query={query} shape="h-10" />
      {view && (
        <Allowances
          of={view.allowances}
          renderAction={(balance) => (
            <Button size="small" className="justify-self-start" onClick={() => setChanged(balance)}>
              {say('person.changeAllowance')}
              <span className="sr-only"> {balance.year}</span>
            </Button>
          )}
        />
      )}
      {changed && <AllowanceDialog balance={changed} person={user} onClose={() => setChanged(null)} />}
      {view?.requests.map((request) => (
        <div key={request.id} className="py-2">
          <CorrectionOverview correction={request} side="admin" zone={zone} />
        </div>
      ))}
      {view && view.leave.length + view.requests.length === 0 && (
        <p className="text-sm text-muted">{say('person.noLeave')}</p>
      )}
      {view && (
        <LeaveList view={view} person={user} leave={view.leave.slice(-MAX_LEAVE_SHOWN).toReversed()} />
      )}
      {view && isOpen && <LeaveDialog view={view} person={user} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Lists the person's schedules, newest first, or the standard hours if there are none. */
export function PersonSchedule({ shown: { view, today } }: { shown: ShownPerson }) {
  const { schedules, user } = view;
  const standard = standardHoursText(view.settings);
  const [isOpen, setOpen] = useState(false);
  const present = ruleOn(schedules, today.day);
  const query = useSchedules();
  const { data } = query;
  return (
    <Section
      title={say('schedule.title')}
      aside={
        <Button size="small" icon={<CalendarClock size={16} />} onClick={() => setOpen(true)}>
          {say('common.change')}
        </Button>
      }
    >
      <ul className="text-sm">
        {schedules.length === 0 && <li>{standard}</li>}
        {schedules.toReversed().map((one) => (
          <li
            key={one.from}
            className={one === present ? 'font-semibold wrap-anywhere' : 'text-muted wrap-anywhere'}
          >
            {say('person.scheduleFrom', {
              schedule: one.name ?? standard,
              day: formatDate(one.from, 'UTC'),
            })}
          </li>
        ))}
      </ul>
      <LoadFailure title={say('schedule.notLoaded')} query={query} isShown={isOpen} />
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

const keyOf = (lead: LeadAssignment): string => JSON.stringify(lead);

const LeadDialog = onDemand(() => import('#web/people/lead-dialog.tsx'));

export function LeadAssignments({ view: { user, leads }, today }: { view: PersonView; today: Day }) {
  const [isOpen, setOpen] = useState(false);
  const { run, problem, underWay } = useForm();
  const nameOf = useLedNames();
  const end = (one: LeadAssignment) => {
    const others = leads.filter((other) => other !== one);
    return run(() => call('saveLeads', { id: user.id, before: leads, leads: others }), keyOf(one));
  };
  return (
    <Section
      title={say('lead.team')}
      aside={
        <Button size="small" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
          {say('common.add')}
        </Button>
      }
    >
      <Problem text={problem} />
      {leads.length === 0 && <p className="text-sm text-muted">{say('lead.noTeam')}</p>}
      <ul className="divide-y divide-line empty:hidden">
        {leads.map((one) => (
          <li key={keyOf(one)} className="flex items-center justify-between gap-3 py-1 text-sm">
            <div
              className={`min-w-0 wrap-anywhere ${one.until !== null && one.until < today ? 'text-muted' : ''}`}
            >
              <p className="font-semibold">{nameOf(one)}</p>
              <p className="text-muted tabular-nums">
                {one.until === null
                  ? say('lead.from', { from: formatDate(one.from, 'UTC') })
                  : say('lead.fromUntil', {
                      from: formatDate(one.from, 'UTC'),
                      until: formatDate(one.until, 'UTC'),
                    })}
              </p>
            </div>
            <Button
              size="small"
              look="quiet"
              aria-label={say('common.removeNamed', { one: nameOf(one) })}
              isBusy={underWay === keyOf(one)}
              onClick={() => void end(one)}
            >
              {say('common.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {isOpen && <LeadDialog user={user} leads={leads} today={today} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function useLedNames(): (one: LeadAssignment) => string {
  const { staff } = useEmployees();
  const { data } = useStudios();
  return ({ scope, id }) => {
    if (!staff || !data) return '...';
    if (scope === 'person')
      return staff.people.find((one) => one.id === id)?.name ?? say('lead.formerEmployee');
    const studio = data.studios.find((one) => one.id === id || one.hubs.some((hub) => hub.id === id));
    if (!studio) return say('lead.formerStudio');
    const hub = studio.hubs.find((one) => one.id === id);
    return hub ? `${hub.name}, ${studio.name}` : studio.name;
  };
}
