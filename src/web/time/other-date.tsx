import type { Day, EpochMs } from '#domain/time/units';
import { dateIfDifferent } from '#domain/time/format';

interface OtherDateProps {
  of: EpochMs;
  than: EpochMs | Day;
  zone: string;
}

/** Shows the date of `of` only if it differs from the date of `than`. */
export function OtherDate({ of, than, zone }: OtherDateProps) {
  const date = dateIfDifferent(of, than, zone);
  return date !== null && <span className="text-xs font-normal whitespace-nowrap text-muted"> {date}</span>;
}
