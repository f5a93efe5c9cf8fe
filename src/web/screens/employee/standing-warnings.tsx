import { Banner } from '#web/ui/banner.tsx';
import { classes } from '#web/ui/classes.ts';

interface StandingWarningsProps {
  warnings: readonly string[];
  /** A clock-in would bring one: its place is kept. */
  isExpected: boolean;
}

/** What an entry is warned of as long as it is open (spec §4). The region is there from the start, to be read aloud. */
export const StandingWarnings = ({ warnings, isExpected }: StandingWarningsProps) => (
  <div
    role="status"
    className={classes((isExpected || warnings.length > 0) && 'grid min-h-18 content-start gap-3 pt-3')}
  >
    {warnings.map((warning) => (
      <Banner key={warning} tone="warning" title={warning} />
    ))}
  </div>
);
