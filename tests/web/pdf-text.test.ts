import { describe, expect, it } from 'vitest';
import { fontSubsetFor, toPrintable, textRunsOf } from '#documents/pdf-text';

describe('the text of a PDF', () => {
  it("draws each script with its part of the font, and other scripts with the browser's font", () => {
    expect(['a', 'é', 'ő', 'Ж', 'Ω', 'ế', 'म', '日', 'ع', '😀'].map(fontSubsetFor)).toEqual([
      'latin',
      'latin',
      'latin-ext',
      'cyrillic',
      'greek',
      'vietnamese',
      'devanagari',
      null,
      null,
      null,
    ]);
    expect(textRunsOf('Maya माया गुरुङ 日本 x')).toEqual([
      { text: 'Maya ', part: 'latin' },
      { text: 'माया गुरुङ ', part: 'devanagari' },
      { text: '日本 ', part: null },
      { text: 'x', part: 'latin' },
    ]);
  });

  it('draws a text as one line without control and direction characters', () => {
    expect(toPrintable('a\r\n b\u202Egpj.exe\u0000 e\u0301')).toBe('a bgpj.exe é');
  });
});
