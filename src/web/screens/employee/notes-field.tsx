import { NOTES_MAX } from '#contract/fields';
import { classes } from '#web/ui/classes.ts';
import { TextArea } from '#web/ui/field.tsx';

/**
 * Optional, at clock-in [D5.3]. More than fits can be typed, so that nothing pasted is cut off silently. It scrolls
 * instead of growing, since the clock's button stands below it.
 */
export const NotesField = ({
  notes,
  error,
  onEdit,
}: {
  notes: string;
  error: string | undefined;
  onEdit: (text: string) => void;
}) => (
  <TextArea
    label="Notes"
    placeholder="What are you working on?"
    isFixed
    // The message below takes what it needs from here.
    className={classes('h-11', error === undefined ? 'tall:h-17' : 'tall:h-12')}
    value={notes}
    error={error}
    onChange={onEdit}
    aside={
      <span
        className={classes(
          'text-xs tabular-nums',
          notes.length > NOTES_MAX ? 'font-semibold text-danger' : 'text-muted',
        )}
      >
        {notes === '' ? 'Optional' : `${notes.length} of ${NOTES_MAX}`}
      </span>
    }
  />
);
