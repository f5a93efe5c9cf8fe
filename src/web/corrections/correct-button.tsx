import { Pencil } from 'lucide-react';
import { formatDate } from '#domain/format';
import type { TimeEntry } from '#domain/time-entry';
import { spanText } from '#web/corrections/span-text.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';

/** In each row; told apart by the entry that it is for. */
export const CorrectButton = ({
  entry,
  zone,
  isWholeRow = false,
  onCorrect,
}: {
  entry: TimeEntry;
  zone: string;
  /** On a phone a press anywhere in the row, which is `relative`, is one of it. */
  isWholeRow?: boolean;
  onCorrect: () => void;
}) => (
  <Button
    look="quiet"
    size="line"
    className={classes('mx-0.5 min-w-6 align-middle', isWholeRow && 'max-sm:static')}
    aria-haspopup="dialog"
    aria-label={`Correct ${formatDate(entry.clockIn, zone)}, ${spanText(entry, zone)}`}
    icon={<Pencil aria-hidden size={16} />}
    onClick={onCorrect}
  />
);
