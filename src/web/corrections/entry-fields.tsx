import { say } from '#texts/say';
import { Pencil, Plus, Reply, Trash2, X } from 'lucide-react';
import { useId } from 'react';
import { formatTime } from '#domain/time/format';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { type DraftBreak, type DraftRow, breakFieldOf, fieldOf } from './draft.ts';
import { spanText } from './span-text.ts';
import { type DraftTime, toDraftTime } from '#web/forms/typed-time.ts';
import { TimeField } from '#web/forms/time-field.tsx';
import type { FieldErrors } from '#web/forms/draft.ts';

const QUIET = { look: 'quiet', size: 'small', className: '-mx-2 px-2' } as const;

interface EntryFieldsProps {
  row: DraftRow;
  zone: string;
  isOpen: boolean;
  /** Takes the focus when the dialog opens. */
  isFirst: boolean;
  /** Key: name of a field (`fieldOf`, `breakFieldOf`), or `row.key` for an error of the whole entry. */
  errors: FieldErrors;
  onOpen: () => void;
  /** `field`: the edited field, whose error is cleared. */
  onChange: (row: DraftRow, field: string) => void;
  onAddBreak: () => void;
  onRemove: (isRemoved: boolean) => void;
}

export function EntryFields({ row, zone, isOpen, onOpen, onRemove, ...rest }: EntryFieldsProps) {
  const title = useId();
  const name = row.old === null ? say('entry.missed') : spanText(row.old, zone);
  return (
    <section
      aria-labelledby={title}
      className={classes('rounded-md border border-line p-3', row.isRemoved && 'bg-sunken')}
    >
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h3
          id={title}
          className={classes('min-w-0 grow font-semibold tabular-nums', row.isRemoved && 'line-through')}
        >
          {name}
        </h3>
        {row.isRemoved ? (
          <Button size="small" icon={<Reply size={16} />} onClick={() => onRemove(false)}>
            {say('correction.keepIt')}
          </Button>
        ) : (
          !isOpen && (
            <Button size="small" icon={<Pencil size={16} />} onClick={onOpen}>
              {say('common.change')}
            </Button>
          )
        )}
      </div>
      {row.isRemoved && (
        <p className={classes('text-sm', rest.errors[row.key] === undefined ? 'text-muted' : 'text-danger')}>
          {rest.errors[row.key] ?? say('correction.willBeRemoved')}
        </p>
      )}
      {isOpen && !row.isRemoved && <Fields row={row} zone={zone} onRemove={onRemove} {...rest} />}
    </section>
  );
}

function Fields(props: Omit<EntryFieldsProps, 'isOpen' | 'onOpen'>) {
  const { row, zone, isFirst, errors, onChange, onAddBreak, onRemove } = props;
  const { old, clockIn, clockOut } = row;
  const oldTimeHint = (typed: DraftTime, instant: number | null | undefined): string | undefined => {
    if (typeof instant !== 'number') return undefined;
    const { day, time } = toDraftTime(instant, zone);
    return day === typed.day && time === typed.time
      ? undefined
      : say('correction.was', { time: formatTime(instant, zone) });
  };
  const time = (part: 'clockIn' | 'clockOut', typed: DraftTime) => {
    const name = fieldOf(row, part);
    const put = (next: DraftTime) => onChange({ ...row, [part]: next }, name);
    return { name, zone, typed, error: errors[name], hint: oldTimeHint(typed, old?.[part]), onChange: put };
  };
  const focusesClockOut = old !== null && clockOut !== null;
  return (
    <div className="mt-2 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          {...time('clockIn', clockIn)}
          label={say('entry.clockIn')}
          isFirst={isFirst && !focusesClockOut}
        />
        {clockOut && (
          <TimeField
            {...time('clockOut', clockOut)}
            label={say('entry.clockOut')}
            after={clockIn}
            isFirst={isFirst && focusesClockOut}
          />
        )}
      </div>
      {row.breaks.map((pause, index) => (
        <BreakFields key={pause.key} number={index + 1} pause={pause} {...props} />
      ))}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Button {...QUIET} icon={<Plus size={16} />} onClick={onAddBreak}>
          {say('correction.addBreak')}
        </Button>
        {(old === null || clockOut !== null) && (
          <Button {...QUIET} icon={<Trash2 size={16} />} onClick={() => onRemove(true)}>
            {say('correction.removeEntry')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PauseProps extends Pick<EntryFieldsProps, 'row' | 'zone' | 'errors' | 'onChange'> {
  pause: DraftBreak;
  number: number;
}

/** One break of the entry. A running break has no field for its end, since only a punch ends a break. */
function BreakFields({ row, pause, number, zone, errors, onChange }: PauseProps) {
  const { start, end } = pause;
  const time = (part: 'start' | 'end', typed: DraftTime, after: DraftTime) => {
    const name = breakFieldOf(row, pause.key, part);
    return (
      <TimeField
        label={say(part === 'start' ? 'correction.breakStart' : 'correction.breakEnd', { number })}
        name={name}
        zone={zone}
        typed={typed}
        after={after}
        error={errors[name]}
        onChange={(next) => {
          const changed = { ...pause, [part]: next };
          onChange({ ...row, breaks: row.breaks.map((one) => (one === pause ? changed : one)) }, name);
        }}
      />
    );
  };
  return (
    <div className="grid grid-cols-[1fr_1fr_2.75rem] items-start gap-x-3">
      {end ? (
        <>
          {time('start', start, row.clockIn)}
          {time('end', end, start)}
          <Button
            look="quiet"
            size="square"
            className="mt-6"
            aria-label={say('correction.removeBreak', { number })}
            icon={<X size={20} />}
            onClick={() =>
              onChange(
                { ...row, breaks: row.breaks.filter((one) => one !== pause) },
                breakFieldOf(row, pause.key, 'start'),
              )
            }
          />
        </>
      ) : (
        <p className="col-span-3 text-sm text-muted tabular-nums">
          {say('correction.onBreakSince', { time: start.time })}
        </p>
      )}
    </div>
  );
}
