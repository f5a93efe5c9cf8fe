import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch, createTextMatcher } from '#domain/people/employee';

describe('a search', () => {
  it.each([
    ['alvarez', 'María Álvarez'],
    ['ÁLVAREZ', 'maria alvarez'],
    ['nunez', 'José Nuñez'],
    ['nuñez', 'Jose Nunez'],
    ['José', 'Jose\u0301'],
    ['jose\u0301', 'José'],
    ['weiss', 'Anna Weiß'],
    ['WEIẞ', 'Anna Weiss'],
    ['ipek', 'İpek Yıldız'],
    ['İPEK', 'ipek'],
    ['yildiz', 'İpek Yıldız'],
    ['sorensen', 'Søren Sørensen'],
    ['Øy', 'oy'],
    ['lodz', 'Łódź'],
    ['aether', 'Æther'],
    ['nguyen', 'Nguyễn Văn Đức'],
    ['duc', 'Nguyễn Văn Đức'],
    ['ΓΙΏΡΓΟΣ', 'γιωργος'],
    ['γιώργοσ', 'ΓΙΩΡΓΟΣ'],
    ['ada', 'Ａｄａ'],
    ['обраи', 'Обрай'],
    ['  maya ', 'Maya Gurung'],
  ])('%j finds %j, since case and accents do not matter', (typed, name) => {
    expect(createTextMatcher(typed)(name)).toBe(true);
  });

  it.each([
    ['maya', 'Mara'],
    ['कि', 'का'],
    ['陈', '张'],
  ])('%j does not find %j, since letters matter', (typed, name) => {
    expect(createTextMatcher(typed)(name)).toBe(false);
  });

  it('an empty or blank search finds everybody', () => {
    expect(['', '  '].map((typed) => createTextMatcher(typed)('Maya'))).toEqual([true, true]);
  });

  it('finds everything that a plain case-insensitive search finds (spec §5)', () => {
    const text = fc
      .array(fc.constantFrom(...'aAáÁiIİıßẞøØñÑsSσςΣ\u0301\u0307 @.かがㄱ김अकि'), { maxLength: 8 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, text, text, (before, typed, after) => {
        fc.pre(`${before}${typed}${after}`.toLowerCase().includes(typed.toLowerCase()));
        expect(foldForSearch(`${before}${typed}${after}`)).toContain(foldForSearch(typed));
      }),
    );
  });
});
