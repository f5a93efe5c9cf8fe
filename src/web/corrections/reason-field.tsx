import { NOTES_MAX } from '#contract/fields';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';

export interface Suggestion {
  readonly reason: string;
  /** What of an entry it is about. */
  readonly leadsTo?: 'clockIn' | 'clockOut' | 'break' | 'removal';
}

interface ReasonFieldProps {
  value: string;
  error: string | undefined;
  /** What is said most: one tap fills it in. */
  suggestions: readonly Suggestion[];
  hint: string;
  onChange: (reason: string) => void;
  onSuggest: (suggestion: Suggestion) => void;
}

export const ReasonField = ({ value, error, suggestions, hint, onChange, onSuggest }: ReasonFieldProps) => (
  <div className="flex flex-col gap-2">
    <TextArea
      label="Reason"
      value={value}
      maxLength={NOTES_MAX}
      error={error}
      hint={hint}
      onChange={onChange}
    />
    <div role="group" aria-label="Suggestions" className="flex flex-wrap gap-2">
      {suggestions.map((suggestion) => (
        <Button
          key={suggestion.reason}
          size="small"
          aria-pressed={value === suggestion.reason}
          className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
          onClick={() => onSuggest(suggestion)}
        >
          {suggestion.reason}
        </Button>
      ))}
    </div>
  </div>
);
