import { useState } from 'react';
import { call } from '#web/api.ts';
import { submitFailure } from '#web/forms/submit-failure.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { withProposed } from '#web/screens/admin/settings/holiday-days.tsx';
import { RegionField } from '#web/screens/admin/settings/region-field.tsx';
import { useHolidays } from '#web/screens/admin/use-settings.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';

/** Adds the holidays from today until the end of next year. Settings have the rest. */
export function Holidays() {
  const query = useHolidays();
  const [region, setRegion] = useState('');
  const { problem, isSubmitting, submit } = useSubmission<never>();
  const { data: view } = query;
  if (!view) return <LoadFailure title="The holidays could not be loaded." query={query} />;
  const { today, version, holidays, closed } = view;
  const save = async () => {
    const year = Number(today.slice(0, 4));
    let wanted = [...holidays];
    for (const one of [year, year + 1]) {
      const answer = await call('holidayProposal', { region, year: one });
      if (!answer.ok) return submitFailure<never>(answer.failure);
      const coming = answer.value.holidays.filter(({ day }) => day >= today);
      wanted = withProposed(wanted, coming, closed);
    }
    const saved = await call('updateHolidays', { version, region, holidays: wanted });
    return saved.ok ? undefined : submitFailure<never>(saved.failure);
  };
  return (
    <>
      <RegionField region={region} onChange={setRegion} />
      <Problem text={problem} />
      <Button
        look="primary"
        working={isSubmitting}
        resting={region === ''}
        onClick={() => void submit({}, save)}
        className="justify-self-start"
      >
        Add public holidays
      </Button>
    </>
  );
}
