import { NOTES_MAX } from '#contract/inputs';
import { TextArea } from '../../ui/field.tsx';

/** How full the field must be before it counts aloud. */
const COUNTED_FROM = 400;

/** Optional, at clock-in (decisions §5). More than fits can be typed, so that nothing pasted is cut off silently. */
export const NotesField = ({ notes, fault, onEdit }: { notes: string; fault: string | undefined; onEdit: (text: string) => void }) => (
  <TextArea
    label="Notes"
    placeholder="What are you working on?"
    value={notes}
    error={fault}
    onChange={onEdit}
    aside={<span className="text-xs text-muted tabular-nums">{notes.length > COUNTED_FROM ? `${notes.length} of ${NOTES_MAX}` : 'Optional'}</span>}
  />
);
