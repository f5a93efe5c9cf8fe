import { UserPlus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SHOWN, SORTED, type Question } from './employees-view.ts';

interface ToolbarProps {
  question: Question;
  onAsk: (question: Question) => void;
  onAdd: () => void;
}

/** Search, filter, order, and 'Add Employee'. */
export const Toolbar = ({ question, onAsk, onAdd }: ToolbarProps) => (
  <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
    <div className="col-span-2 flex min-w-0 grow sm:basis-64">
      <SearchBox
        label="Search employees"
        placeholder="Search employees..."
        value={question.text}
        onChange={(text) => onAsk({ ...question, text })}
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
