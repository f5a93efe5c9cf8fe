import { Search } from 'lucide-react';

interface SearchBoxProps {
  /** Also the label for screen readers, without the dots at its end. */
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
}

export const SearchBox = ({ placeholder, value, onChange }: SearchBoxProps) => (
  <div className="relative min-w-0 grow">
    <Search size={20} className="pointer-events-none absolute top-3 inset-s-3 text-muted" />
    <input
      type="search"
      aria-label={placeholder.replace('...', '')}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={254}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 w-full rounded-md border border-control bg-surface pe-3 ps-10 text-base placeholder:text-muted sm:text-sm"
    />
  </div>
);
