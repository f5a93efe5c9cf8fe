import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SeenIpAddress } from '#web/frame/seconds.tsx';

const shown = (ipAddress: string, seenAddress?: string): string =>
  renderToStaticMarkup(
    <SeenIpAddress entry={{ ipAddress, ...(seenAddress === undefined ? {} : { seenAddress }) }} />,
  ).replace(/<[^>]+>/gu, '');

describe('the address the server saw', () => {
  it('the address is shown only if it differs from the recorded one', () => {
    expect(shown('unknown', '203.0.113.7')).toBe('Server saw 203.0.113.7');
    expect(shown('198.51.100.1', '203.0.113.7')).toBe('Server saw 203.0.113.7');
    expect(shown('203.0.113.7', '203.0.113.7')).toBe('');
    expect(shown('203.0.113.7')).toBe('');
  });
});
