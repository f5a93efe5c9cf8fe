import { describe, expect, it } from 'vitest';
import { deviceName } from '#domain/people/device';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the words for a browser', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 Safari/537.36 Edg/130.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${WEBKIT} Version/18.0 Safari/605.1`, 'Safari on Mac'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} CriOS/130.0`, 'Chrome on iPhone'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/130.0 Mobile Safari/537.36`, 'Chrome on Android'],
    ['curl/8.5.0', 'Unknown program'],
    ['<script>alert(1)</script>', 'Unknown program'],
    ['', 'Unknown program'],
  ])('%j is called %j', (userAgent, words) => {
    expect(deviceName(userAgent)).toBe(words);
  });
});
