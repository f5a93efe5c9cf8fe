import { say } from '#texts/say';
import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { weekdayName } from '#domain/time/weekday';
import { SETTINGS_DEFAULTS } from '#domain/settings/settings';
import { TimeInput } from '#web/forms/time-field.tsx';
import { useSettings } from '#web/live/use-settings.ts';
import { Button, CloseButton } from '#web/ui/button.tsx';
import { FieldError, TextField, toAriaProps } from '#web/ui/field.tsx';
import {
  completeBreak,
  completeSpan,
  daysText,
  defaultHours,
  EMPTY_LINE,
  type ScheduleLine,
  WEEKDAYS,
  withDay,
} from './schedule-form.ts';

interface WeekLinesProps {
  legend: string;
  lines: readonly ScheduleLine[];
  /** @param key number of the line and name of the field */
  errorOf: (key: string) => string | undefined;
  onChange: (lines: readonly ScheduleLine[]) => void;
}

export function WeekLines({ legend, lines, errorOf, onChange }: WeekLinesProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      {lines.map((line, at) => (
        <LineFields
          // oxlint-disable-next-line react/no-array-index-key -- a line has nothing else that stays
          key={at}
          line={line}
          errorOf={(field) => errorOf(`${at} ${field}`)}
          onChange={(changes) => onChange(lines.with(at, { ...line, ...changes }))}
          onDay={(day, isIn) => onChange(withDay(lines, at, day, isIn))}
          onRemove={() => {
            add.current?.focus();
            onChange(lines.toSpliced(at, 1));
          }}
        />
      ))}
      <Button
        ref={add}
        size="small"
        look="quiet"
        icon={<Plus size={16} />}
        className="-ms-3 justify-self-start"
        onClick={() => {
          flushSync(() => onChange([...lines, EMPTY_LINE]));
          add.current?.previousElementSibling?.querySelector('input')?.focus();
        }}
      >
        {say('schedule.addDays')}
      </Button>
    </fieldset>
  );
}

interface LineFieldsProps {
  line: ScheduleLine;
  errorOf: (field: keyof ScheduleLine) => string | undefined;
  onChange: (changes: Partial<ScheduleLine>) => void;
  onDay: (day: number, isIn: boolean) => void;
  onRemove: () => void;
}

function LineFields({ line, errorOf, onChange, onDay, onRemove }: LineFieldsProps) {
  const id = useId();
  const { breakStartTime } = useSettings().data?.settings ?? SETTINGS_DEFAULTS;
  const { id: _id, ...aria } = toAriaProps(id, errorOf('days'), undefined);
  const name = daysText(line.days) || say('schedule.noDays');
  const field = (key: 'times' | 'pause' | 'hours', label: string) => ({
    label,
    value: line[key],
    error: errorOf(key),
    inputMode: 'text' as const,
    onChange: (text: string) => onChange({ [key]: text }),
  });
  return (
    <div role="group" aria-label={name} className="grid gap-3 rounded-md border border-line p-3">
      <div>
        <div className="grid grid-cols-7 gap-1">
          {WEEKDAYS.map((day) => (
            <label key={day} className={CHIP_CLASS}>
              <input
                type="checkbox"
                className="sr-only"
                checked={line.days.includes(day)}
                {...aria}
                onChange={(event) => onDay(day, event.target.checked)}
              />
              {weekdayName(day)}
            </label>
          ))}
        </div>
        <FieldError id={id} error={errorOf('days')} />
      </div>
      <div className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem_auto] [&_input]:placeholder:text-sm">
        <TimeInput
          {...field('times', say('schedule.times'))}
          toComplete={completeSpan}
          placeholder={say('schedule.anyTime')}
        />
        <TimeInput
          {...field('pause', say('schedule.break'))}
          toComplete={(text) => completeBreak(text, line.times, breakStartTime)}
          placeholder={say('schedule.asInSettings')}
        />
        <TextField {...field('hours', say('schedule.hours'))} placeholder={defaultHours(line.times)} />
        <span className="mt-6 -me-2 justify-self-end">
          <CloseButton label={say('schedule.removeDays', { days: name })} onClose={onRemove} />
        </span>
      </div>
    </div>
  );
}

const CHIP_CLASS =
  'relative grid min-h-9 cursor-pointer place-items-center rounded-md border border-line text-sm text-muted select-none pointer-coarse:min-h-11 hover:bg-sunken has-checked:border-transparent has-checked:bg-accent has-checked:text-on-fill has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none';
