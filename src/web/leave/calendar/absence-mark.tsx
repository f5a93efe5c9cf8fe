import type { LeaveColor } from '#domain/leave/leave';
import { LEAVE_FILLS } from '#web/leave/leave-list.tsx';
import { classes } from '#web/ui/classes.ts';
import type { Absence } from './month-view.ts';

const HALVES = { morning: 'mr-[50%] rounded-r-none', afternoon: 'ml-[50%] rounded-l-none' } as const;

interface AbsenceMarkProps {
  absence: Pick<Absence, 'name' | 'color' | 'half' | 'isAsked'>;
  className?: string;
}

/** Colour, first letter, and '?' for a request. Words beside it say the same. */
export const AbsenceMark = ({
  absence: { name = 'Away', color, half, isAsked },
  className,
}: AbsenceMarkProps) => (
  <span
    aria-hidden
    className={classes(
      'flex h-6 items-center justify-center rounded-sm text-xs font-semibold [print-color-adjust:exact] forced-colors:border print:h-4',
      LEAVE_FILLS[color],
      half && HALVES[half],
      isAsked ? 'hatched' : 'text-on-fill',
      className,
    )}
  >
    <span className={isAsked ? 'rounded-sm bg-surface px-0.5 text-ink' : ''}>
      {name.slice(0, 1).toUpperCase()}
      {isAsked && '?'}
    </span>
  </span>
);

interface LegendProps {
  kinds: readonly { name: string; color: LeaveColor }[];
  hasRequests: boolean;
}

export const Legend = ({ kinds, hasRequests }: LegendProps) => (
  <ul
    aria-label="Legend"
    className="flex flex-wrap gap-x-5 gap-y-2 px-4 py-3 text-sm text-muted sm:px-6 print:text-xs"
  >
    {kinds.map(({ name, color }) => (
      <li key={name} className="flex items-center gap-2">
        <AbsenceMark absence={{ name, color, half: null, isAsked: false }} className="w-6" />
        {name}
      </li>
    ))}
    {hasRequests && (
      <li className="flex items-center gap-2">
        <span
          aria-hidden
          className="hatched h-6 w-6 rounded-sm bg-control [print-color-adjust:exact] print:h-4"
        />
        Requested
      </li>
    )}
    <li className="flex items-center gap-2">
      <span
        aria-hidden
        className="h-6 w-6 rounded-sm border border-line bg-sunken [print-color-adjust:exact] print:h-4"
      />
      Day off or holiday
    </li>
  </ul>
);
