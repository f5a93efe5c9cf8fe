import { foldForSearch } from '#domain/people/employee';
import type { FrameProps } from '#web/ui/field.tsx';
import { OptionSearch } from '#web/ui/option-search.tsx';

interface SearchSelectProps extends FrameProps {
  value: string;
  options: readonly string[];
  onChange: (option: string) => void;
  disabled?: boolean;
}

/** Ignores case, accents and '_', so that 'new york' finds 'America/New_York'. */
const plain = (text: string): string => foldForSearch(text).replaceAll('_', ' ').trim();

/** Matches at the start of a word come first. */
export function matchOptions(options: readonly string[], text: string): string[] {
  const wanted = plain(text);
  const found = options.filter((option) => plain(option).includes(wanted));
  const begins = (option: string): boolean =>
    plain(option)
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
