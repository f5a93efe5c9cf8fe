import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { EntryPlace } from '#web/frame/seconds.tsx';

const shown = (ipAddress: string, seenAddress?: string, kiosk?: string): string =>
  renderToStaticMarkup(<EntryPlace entry={{ ipAddress, seenAddress, kiosk }} />)
    .replace(/<[^>]+>/gu, ' ')
    .trim();

describe('where somebody clocked in', () => {
  it('the address is shown only if it differs from the recorded one', () => {
    expect(shown('unknown', '203.0.113.7')).toBe('Server saw 203.0.113.7');
    expect(shown('198.51.100.1', '203.0.113.7')).toBe('Server saw 203.0.113.7');
    expect(shown('203.0.113.7', '203.0.113.7')).toBe('');
    expect(shown('203.0.113.7')).toBe('');
  });

  it('the kiosk is named', () => {
    expect(shown('203.0.113.7', '203.0.113.7', 'Gate')).toBe('Kiosk: Gate');
    expect(shown('unknown', '203.0.113.7', 'Gate')).toMatch(/^Kiosk: Gate +Server saw 203.0.113.7$/);
  });
});
