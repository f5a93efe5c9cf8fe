import { foldForSearch } from '#domain/people/employee';
import type { FieldFrameProps } from '#web/ui/field.tsx';
import { OptionSearch } from '#web/ui/option-search.tsx';

interface SearchSelectProps extends FieldFrameProps {
  value: string;
  options: readonly string[];
  onChange: (option: string) => void;
  disabled?: boolean;
}

/** Ignores case, accents and '_', so that 'new york' finds 'America/New_York'. */
const toSearchText = (text: string): string => foldForSearch(text).replaceAll('_', ' ').trim();

/** Matches at the start of a word come first. */
export function matchOptions(options: readonly string[], text: string): string[] {
  const wanted = toSearchText(text);
  const found = options.filter((option) => toSearchText(option).includes(wanted));
  const begins = (option: string): boolean =>
    toSearchText(option)
      .split(/[\s/]/)
      .some((part) => part.startsWith(wanted));
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}

const toOption = (text: string) => ({ value: text, label: text });

export const SearchSelect = ({ options, ...select }: SearchSelectProps) => (
  <OptionSearch
    {...select}
    options={options.map(toOption)}
    find={(text) => matchOptions(options, text).map(toOption)}
    isRequired
  />
);
