import { describe, expect, it } from 'vitest';
import { confusableIds } from '#domain/people/confusable-names';

const confused = (...names: string[]): number[] => {
  const found = confusableIds(names.map((name, index) => ({ id: String(index), name })));
  return [...found].map(Number).toSorted();
};

describe('names that can be taken for each other', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada Lovelace', 'ADA LOVELACE'],
    ['Ada Lovelace', 'Ada  Love-lace'],
    ['José Nuñez', 'Jose Nun\u0303ez'],
    ['José', 'Jose'],
    ['Administrator', '\u0410dministrator'],
    ['Administrator', 'Adm\u0456nistrat\u043er'],
    ['NICK', '\u039Dick'],
    ['Steve', 'Ste\u03BDe'],
    ['\u039D\u0399\u039A\u039F', '\u03BD\u03B9\u03BA\u03BF'],
    ['Ilya', 'llya'],
    ['Bob', 'B0b'],
    ['Ada', '\uFF21\uFF44\uFF41'],
    ['Ada', 'A\u200Dda'],
    ['Ada', 'Ada\uFE0F'],
    ['Søren', 'Soren'],
  ])('are %j and %j', (one, other) => {
    expect(confused('Somebody Else', one, other)).toEqual([1, 2]);
  });

  it.each([
    ['Ada Lovelace', 'Ada Byron'],
    ['Ali', 'Ail'],
    ['राम', 'रमा'],
    ['陈', '王'],
    ['🙂', '🙃'],
  ])('are not %j and %j', (one, other) => {
    expect(confused(one, other)).toEqual([]);
  });

  it('are those of two people: one person who comes twice is no other', () => {
    expect([
      ...confusableIds([
        { id: 'a', name: 'Ada' },
        { id: 'a', name: 'ADA' },
      ]),
    ]).toEqual([]);
  });
});
