/** What a correction does to the totals of its days and months. */
import { ArrowRight } from 'lucide-react';
import type { CorrectionDetail } from '#contract/corrections';
import { differenceText } from '#domain/correction/effect';
import { formatDate, formatMonth } from '#domain/time/format';
import { formatDuration } from '#domain/time/units';
import { Section } from '#web/screens/admin/section.tsx';

type Figures = CorrectionDetail['effect']['days'][number]['before'];
interface Figure {
  readonly label: string;
  readonly of: keyof Figures;
  readonly isCount?: true;
}

const FIGURES: readonly Figure[] = [
  { label: 'Worked', of: 'totalMinutes' },
  { label: 'Breaks', of: 'breakMinutes' },
  { label: 'Overtime', of: 'overtimeMinutes' },
  { label: 'Late arrivals', of: 'lateArrivals', isCount: true },
  { label: 'Late', of: 'lateMinutes' },
  { label: 'Absences', of: 'absences', isCount: true },
];

interface Period {
  readonly label: string;
  readonly before: Figures;
  readonly after: Figures;
}

export function Effect({ effect, zone }: { effect: CorrectionDetail['effect']; zone: string }) {
  const periods: Period[] = [
    ...effect.days.map(({ day, before, after }) => ({ label: formatDate(day, zone), before, after })),
    ...effect.months.map(({ first, before, after }) => ({ label: formatMonth(first), before, after })),
  ];
  return (
    <Section title="Effect on totals">
      <div className="grid gap-3">
        {periods.map((period) => (
          <div key={period.label} className="rounded-md border border-line px-3 py-2 text-sm tabular-nums">
            <p className="text-xs font-semibold text-muted">{period.label}</p>
            <dl aria-label={period.label} className="mt-1 grid gap-1">
              {FIGURES.filter(({ of }) => of === 'totalMinutes' || isChanged(period, of)).map((figure) => (
                <Line key={figure.of} figure={figure} period={period} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Section>
  );
}

const isChanged = ({ before, after }: Period, of: keyof Figures): boolean =>
  Math.floor(before[of]) !== Math.floor(after[of]);

function Line({ figure: { label, of, isCount }, period }: { figure: Figure; period: Period }) {
  const { before, after } = period;
  const text = (value: number) => (isCount ? String(value) : formatDuration(value));
  return (
    <div className="flex items-baseline justify-between gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">
        {isChanged(period, of) && (
          <>
            <del className="whitespace-nowrap text-muted">{text(before[of])}</del>{' '}
            <ArrowRight role="img" aria-label="to" size={14} className="inline text-muted" />{' '}
          </>
        )}
        <span className="font-semibold whitespace-nowrap">{text(after[of])}</span>
        {!isCount && <span className="ml-2 text-xs text-muted">{differenceText(before[of], after[of])}</span>}
      </dd>
    </div>
  );
}
