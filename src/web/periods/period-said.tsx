import { saidOf, type PeriodSaid } from './period-words.ts';

/** What was last said and done about a period, with the reasons in the words they were given in. */
export const PeriodSaidLines = ({ period, zone }: { period: PeriodSaid; zone: string }) =>
  saidOf(period, zone).map(({ text, quote }) => (
    <p key={text} className="text-sm text-muted wrap-anywhere">
      {text}
      {quote !== null && (
        <>
          : <q className="text-ink">{quote}</q>
        </>
      )}
    </p>
  ));
