/**
 * Which requests that change something may come from a page: only those of our own. Another
 * site's page would bring the cookie of whoever looks at it.
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a changing request comes from elsewhere. Origin must equal PUBLIC_URL, or the Host when that is
 * unset. Without an Origin, a browser (which says Sec-Fetch-Site) is refused; without either it is a program,
 * which holds no foreign cookie.
 */
export function isForeign(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const origin = headers.origin;
  if (origin === undefined) return headers['sec-fetch-site'] !== undefined;
  if (!URL.canParse(origin)) return true;
  if (publicUrl !== null) return new URL(origin).origin !== new URL(publicUrl).origin;
  const { protocol, host } = new URL(origin);
  return (
    headers.host === undefined ||
    (protocol !== 'http:' && protocol !== 'https:') ||
    host !== normalHost(headers.host, protocol)
  );
}

/** The Host without the port that goes without saying, as an Origin is written. */
function normalHost(host: string, protocol: string): string {
  const url = `${protocol}//${host}`;
  return URL.canParse(url) ? new URL(url).host : host;
}
