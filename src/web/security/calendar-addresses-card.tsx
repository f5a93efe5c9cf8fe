import { useQueryClient } from '@tanstack/react-query';
import { CALENDAR_NAMES, type CalendarScope } from '#contract/leave-calendar';
import type { OwnSecurity } from '#contract/security-log';
import { call } from '#web/api.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { momentText } from './event-row.tsx';

export function CalendarAddressesCard({
  security: { calendarAddresses, timeZone },
}: {
  security: OwnSecurity;
}) {
  const client = useQueryClient();
  const { problem, isSubmitting, submit } = useSubmission<never>();
  const end = (scope: CalendarScope) =>
    submit({}, async () => {
      const answer = await call('endCalendarAddress', { scope });
      if (!answer.ok) return { problem: answer.failure.message };
      await client.invalidateQueries({ queryKey: ['ownSecurity'] });
      return undefined;
    });
  return (
    <TitledCard title="Private calendar links">
      <ul aria-label="Private calendar links" className="mt-1 divide-y divide-line text-sm">
        {calendarAddresses.map(({ scope, madeAt }) => (
          <li key={scope} className="flex items-center justify-between gap-3 py-3">
            <p className="min-w-0 text-muted">
              <strong className="block font-semibold text-ink">{CALENDAR_NAMES[scope]}</strong>
              Made {momentText(madeAt, timeZone)}
            </p>
            <Button
              size="small"
              isBusy={isSubmitting}
              onClick={() => void end(scope)}
              aria-label={`End ${CALENDAR_NAMES[scope]}`}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      <Problem title="The link could not be ended." text={problem} />
    </TitledCard>
  );
}
