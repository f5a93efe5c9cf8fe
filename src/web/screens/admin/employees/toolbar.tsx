import { Search, UserPlus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SHOWN, SORTED, type Question } from './employees-view.ts';

interface ToolbarProps {
  question: Question;
  onAsk: (question: Question) => void;
  onAdd: () => void;
}

/** Search, filter, order, and 'Add Employee'. */
export const Toolbar = ({ question, onAsk, onAdd }: ToolbarProps) => (
  <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
    <div className="relative col-span-2 min-w-0 grow sm:basis-64">
      <Search aria-hidden size={20} className="pointer-events-none absolute top-3 left-3 text-muted" />
      <input
        type="search"
        aria-label="Search employees"
        placeholder="Search employees..."
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={question.text}
        onChange={(event) => onAsk({ ...question, text: event.target.value })}
        className="h-11 w-full rounded-md border border-control bg-surface pr-3 pl-10 text-base placeholder:text-muted"
      />
    </div>
    <PickField
      label="Show"
      options={SHOWN}
      value={question.shown}
      onChange={(shown) => onAsk({ ...question, shown })}
    />
    <PickField
      label="Sort by"
      options={SORTED}
      value={question.sorted}
      onChange={(sorted) => onAsk({ ...question, sorted })}
    />
    <Button
      look="primary"
      icon={<UserPlus aria-hidden size={20} />}
      onClick={onAdd}
      className="max-sm:col-span-2"
    >
      Add Employee
    </Button>
  </div>
);
