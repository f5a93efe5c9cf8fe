const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Order of names in lists: ignores case and accents, and puts 'Ada 2' before 'Ada 10'. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
