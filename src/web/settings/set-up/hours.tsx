import type { Settings } from '#contract/records';
import type { SetUp } from '#contract/installation/set-up';
import { SettingsUpdate } from '#contract/settings/settings';
import { call } from '#web/api.ts';
import { goTo } from '#web/browser/navigation.ts';
import { TimeInput } from '#web/forms/time-field.tsx';
import { fieldErrorsOf, useForm } from '#web/forms/use-form.ts';
import { toSettingsUpdate } from '#web/live/use-settings.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Compares present names, since a renamed zone has two names (Asia/Katmandu is now Asia/Kathmandu). */
export const isSameZone = (one: string, other: string): boolean =>
  currentZoneName(one) === currentZoneName(other);
const currentZoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

interface HoursStepProps {
  settings: Settings;
  setUp: SetUp;
  device: string;
  onSaved: () => void;
}

export function HoursStep({ settings, setUp, device, onSaved }: HoursStepProps) {
  const { timeZone } = settings;
  const updateOf = ({ workStartTime, workEndTime }: Pick<Settings, 'workStartTime' | 'workEndTime'>) =>
    toSettingsUpdate(settings, { workStartTime: workStartTime.trim(), workEndTime: workEndTime.trim() });
  const { field, problem, isSubmitting, run, submit, clearAll, ref } = useForm({
    record: { workStartTime: settings.workStartTime, workEndTime: settings.workEndTime },
    validate: (typed) => fieldErrorsOf(SettingsUpdate, updateOf(typed)),
    send: (typed) => call('updateSettings', updateOf(typed)),
    onDone: onSaved,
  });
  const takeDeviceZone = () =>
    run(() => call('updateSettings', toSettingsUpdate(settings, { timeZone: device })));
  const start = field('workStartTime');
  return (
    <form ref={ref} noValidate onSubmit={submit} className="grid gap-3">
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
          <Button size="small" isBlocked={isSubmitting} onClick={() => void takeDeviceZone()}>
            Use {device}
          </Button>
        </div>
      )}
      <div className="grid gap-3 min-[360px]:grid-cols-2">
        <TimeInput
          label="Work Start Time"
          {...start}
          onChange={(text) => {
            // Also clears the error at the end time, which can say that both times are equal.
            clearAll();
            start.onChange(text);
          }}
        />
        <TimeInput {...field('workEndTime')} label="Work End Time" />
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
