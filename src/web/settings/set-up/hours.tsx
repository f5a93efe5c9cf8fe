import { useState, type FormEvent } from 'react';
import type { Settings } from '#contract/records';
import type { SetUp } from '#contract/installation/set-up';
import { SettingsUpdate } from '#contract/settings/settings';
import { call } from '#web/api.ts';
import { goTo } from '#web/browser/navigation.ts';
import { TimeInput } from '#web/forms/time-field.tsx';
import { fieldErrorsOf, useSubmission } from '#web/forms/use-submission.ts';
import { toSettingsUpdate } from '#web/live/use-settings.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Compares present names, since a renamed zone has two names (Asia/Katmandu is now Asia/Kathmandu). */
export const isSameZone = (one: string, other: string): boolean =>
  currentZoneName(one) === currentZoneName(other);
const currentZoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

type Field = 'workStartTime' | 'workEndTime' | 'timeZone';

interface HoursStepProps {
  settings: Settings;
  setUp: SetUp;
  device: string;
  onSaved: () => void;
}

export function HoursStep({ settings, setUp, device, onSaved }: HoursStepProps) {
  const { timeZone } = settings;
  const [workStartTime, setStart] = useState(settings.workStartTime);
  const [workEndTime, setEnd] = useState(settings.workEndTime);
  const { errors, problem, isSubmitting, submit, clear, clearAll, ref } = useSubmission<Field>();
  const save = (changes: Partial<Pick<Settings, Field>>) => () =>
    call('updateSettings', toSettingsUpdate(settings, changes));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const changes = { workStartTime: workStartTime.trim(), workEndTime: workEndTime.trim() };
    const faults = fieldErrorsOf(SettingsUpdate, toSettingsUpdate(settings, changes));
    const saveAndGoOn = async () => {
      const answer = await save(changes)();
      if (answer.ok) onSaved();
      return answer;
    };
    void submit(faults, saveAndGoOn);
  };
  return (
    <form ref={ref} noValidate onSubmit={send} className="grid gap-3">
      {isSameZone(timeZone, device) ? (
        <p className="text-sm">
          The time zone is <span className="font-semibold">{timeZone}</span>, as in your browser.
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 flex-1 basis-60 text-sm">
            <span className="font-semibold">{timeZone}</span>
            {timeZone === setUp.serverTimeZone ? ', from the server' : ''}; your browser says{' '}
            <span className="font-semibold">{device}</span>.
          </p>
          <Button
            size="small"
            isBlocked={isSubmitting}
            onClick={() => void submit({}, save({ timeZone: device }))}
          >
            Use {device}
          </Button>
        </div>
      )}
      <div className="grid gap-3 min-[360px]:grid-cols-2">
        <TimeInput
          label="Work Start Time"
          value={workStartTime}
          error={errors.workStartTime}
          onChange={(text) => {
            // Also clears the error at the end time, which can say that both times are equal.
            clearAll();
            setStart(text);
          }}
        />
        <TimeInput
          label="Work End Time"
          value={workEndTime}
          error={errors.workEndTime}
          onChange={(text) => {
            clear('workEndTime');
            setEnd(text);
          }}
        />
      </div>
      <Problem text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" size="small" onClick={() => goTo(['settings'], {})}>
          Breaks, holidays and more
        </Button>
        <Button type="submit" look="primary" isBusy={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save hours'}
        </Button>
      </div>
    </form>
  );
}
