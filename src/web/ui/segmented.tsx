import { classes } from './classes.ts';

interface SegmentedProps<Name extends string> {
  label: string;
  options: readonly { readonly name: Name; readonly label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

export const SegmentedBar = <Name extends string>({
  label,
  options,
  chosen,
  onChoose,
}: SegmentedProps<Name>) => (
  <div
    role="group"
    aria-label={label}
    className="flex max-w-full flex-wrap rounded-md border border-control bg-surface p-0.5 print:hidden"
  >
    {options.map((option) => (
      <button
        key={option.name}
        type="button"
        aria-pressed={option.name === chosen}
        onClick={() => onChoose(option.name)}
        className={classes(
          'min-h-9.5 grow rounded-sm border border-transparent px-2.5 text-sm font-semibold whitespace-nowrap',
          option.name === chosen
            ? 'bg-accent text-on-fill forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
            : 'text-muted hover:bg-sunken hover:text-ink',
        )}
      >
        {option.label}
      </button>
    ))}
  </div>
);
