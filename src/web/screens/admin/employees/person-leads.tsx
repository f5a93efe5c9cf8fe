import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Leading } from '#contract/leads';
import type { PersonView } from '#contract/employees';
import { formatDate } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { call } from '#web/api.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Section } from '#web/screens/admin/section.tsx';
import { useEmployees } from '#web/screens/admin/use-employees.ts';
import { useStudios } from '#web/screens/admin/use-settings.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

const LeadDialog = onDemand(() => import('./lead-dialog.tsx'));

export function PersonLeads({ view: { user, leads }, today }: { view: PersonView; today: Day }) {
  const [isOpen, setOpen] = useState(false);
  const [ending, setEnding] = useState<Leading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const nameOf = useLedNames();
  const end = async (one: Leading) => {
    setEnding(one);
    const others = leads.filter((other) => other !== one);
    const answer = await call('saveLeads', { id: user.id, before: leads, leads: others });
    setProblem(answer.ok ? null : answer.failure.message);
    setEnding(null);
  };
  return (
    <Section
      title="Leads"
      aside={
        <Button size="small" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
          Add people
        </Button>
      }
    >
      <Problem text={problem} />
      {leads.length === 0 && <p className="text-sm text-muted">Nobody.</p>}
      <ul className="divide-y divide-line empty:hidden">
        {leads.map((one) => (
          <li key={JSON.stringify(one)} className="flex items-center justify-between gap-3 py-1 text-sm">
            <div
              className={`min-w-0 wrap-anywhere ${one.until !== null && one.until < today ? 'text-muted' : ''}`}
            >
              <p className="font-semibold">{nameOf(one)}</p>
              <p className="text-muted tabular-nums">
                from {formatDate(one.from, 'UTC')}
                {one.until !== null && ` until ${formatDate(one.until, 'UTC')}`}
              </p>
            </div>
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove ${nameOf(one)}`}
              working={ending === one}
              onClick={() => void end(one)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isOpen && <LeadDialog user={user} leads={leads} today={today} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function useLedNames(): (one: Leading) => string {
  const { staff } = useEmployees();
  const { data } = useStudios();
  return ({ scope, id }) => {
    if (!staff || !data) return '...';
    if (scope === 'person') return staff.people.find((one) => one.id === id)?.name ?? 'Somebody who is gone';
    const studio = data.studios.find((one) => one.id === id || one.hubs.some((hub) => hub.id === id));
    if (!studio) return 'A studio that was removed';
    const hub = studio.hubs.find((one) => one.id === id);
    return hub ? `${hub.name}, ${studio.name}` : studio.name;
  };
}
