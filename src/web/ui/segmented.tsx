import { classes } from './classes.ts';

interface SegmentedProps<Name extends string> {
  label: string;
  options: readonly { readonly name: Name; readonly label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  look?: 'joined' | 'apart';
}

export const SegmentedBar = <Name extends string>({
  label,
  options,
  chosen,
  onChoose,
  look = 'joined',
}: SegmentedProps<Name>) => (
  <div
    role="group"
    aria-label={label}
    className={classes(
      'flex print:hidden',
      look === 'joined' ? 'rounded-md border border-control bg-surface p-0.5' : 'flex-wrap gap-2',
    )}
  >
    {options.map((option) => (
      <button
        key={option.name}
        type="button"
        aria-pressed={option.name === chosen}
        onClick={() => onChoose(option.name)}
        className={classes(
          'min-h-9.5 border text-sm font-semibold',
          look === 'joined' ? 'rounded-sm border-transparent px-2.5' : 'rounded-full px-3.5',
          option.name === chosen
            ? 'border-transparent bg-accent text-on-fill forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
            : classes(
                'text-muted hover:bg-sunken hover:text-ink',
                look === 'apart' && 'border-control bg-surface',
              ),
        )}
      >
        {option.label}
      </button>
    ))}
  </div>
);
