import { sayNumber } from '#texts/say';
import { classes } from './classes.ts';
import { optionValues, type Options } from './field.tsx';

interface FilterChipsProps<Name extends string> {
  label: string;
  options: Options<Name>;
  /** Rows that each filter would show. */
  counts?: Readonly<Partial<Record<NoInfer<Name>, number>>> | undefined;
  /** Filters whose rows need somebody. */
  urgent?: readonly NoInfer<Name>[];
  /** On a phone one line of a card that scrolls, so that the rows begin on the first screen. */
  isLine?: boolean;
  chosen: string;
  onChoose: (name: Name) => void;
}

export function FilterChips<Name extends string>(props: FilterChipsProps<Name>) {
  const { label, options, counts, urgent = [], isLine = false, chosen, onChoose } = props;
  const labels = (Array.isArray(options) ? {} : options) as Partial<Record<Name, string>>;
  // All counts have the width of the widest, so that a changed count moves no chip.
  const most = Math.max(0, ...(Object.values(counts ?? {}) as number[]));
  const minWidth = `${sayNumber(most).length}ch`;
  return (
    <div
      role="group"
      aria-label={label}
      className={classes(
        'flex flex-wrap gap-2 print:hidden',
        isLine &&
          'max-sm:-mx-4 max-sm:-my-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1',
      )}
    >
      {optionValues(options).map((name) => {
        const count = counts?.[name];
        const isUrgent = name !== chosen && count !== 0 && urgent.includes(name);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
            className={classes(
              'inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm select-none max-sm:px-2.5 pointer-coarse:min-h-11',
              name === chosen
                ? 'border-transparent bg-accent text-on-fill forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
                : 'border-line bg-surface text-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {labels[name] ?? name}
            {count !== undefined && (
              <span
                style={{ minWidth }}
                className={classes(
                  'text-center tabular-nums',
                  count !== 0 && 'font-semibold',
                  isUrgent && '-me-1.5 box-content rounded-full bg-warning-soft px-1.5 text-warning',
                )}
              >
                {' '}
                {sayNumber(count)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
