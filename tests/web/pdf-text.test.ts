import { describe, expect, it } from 'vitest';
import { partFor } from '#documents/fonts';
import { printable, runsOf } from '#documents/pdf-text';

describe('the text of a PDF', () => {
  it('draws each script with the part of the font made for it, and what has none as the browser does', () => {
    expect(['a', 'é', 'ő', 'Ж', 'Ω', 'ế', 'म', '日', 'ع', '😀'].map(partFor)).toEqual([
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
    expect(runsOf('Maya माया गुरुङ 日本 x')).toEqual([
      { text: 'Maya ', part: 'latin' },
      { text: 'माया गुरुङ ', part: 'devanagari' },
      { text: '日本 ', part: null },
      { text: 'x', part: 'latin' },
    ]);
  });

  it('draws one line of a text, without characters that turn or break it', () => {
    expect(printable('a\r\n b\u202Egpj.exe\u0000 e\u0301')).toBe('a bgpj.exe é');
  });
});
