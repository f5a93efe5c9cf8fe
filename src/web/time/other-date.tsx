import type { Day, EpochMs } from '#domain/time/units';
import { otherDate } from '#domain/time/format';

interface OtherDateProps {
  of: EpochMs;
  than: EpochMs | Day;
  zone: string;
}

/** The date of an instant, where it is another than the one shown already: a night shift ends on the next. */
export function OtherDate({ of, than, zone }: OtherDateProps) {
  const date = otherDate(of, than, zone);
  return date !== null && <span className="text-xs font-normal whitespace-nowrap text-muted"> {date}</span>;
}
