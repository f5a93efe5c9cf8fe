import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes';
import { callsOf, files, read, sources, textsOf } from './sources.ts';

/** The files that may open a connection from the browser, and what each connects to. */
const CONNECTS =
  /^(fetch\/\d|window\.fetch\/\d|new (EventSource|XMLHttpRequest|WebSocket)\/\d|navigator\.sendBeacon\/\d)$/;
const CLIENTS: Readonly<Record<string, string>> = {
  'api.ts': 'every call of the API',
  'connection.ts': 'the live stream, at the address of the table',
  'save-file.ts': 'files and signatures, at the addresses of the table',
  'location.ts': 'a look-up service that the installation may name',
};

describe('connections of the browser', () => {
  it('only the known client files open a connection', () => {
    const connecting = sources('src/web').filter((source) =>
      callsOf(source).some((call) => CONNECTS.test(call)),
    );
    expect(connecting.map(({ path }) => path.split('/').at(-1)).toSorted()).toEqual(
      Object.keys(CLIENTS).toSorted(),
    );
  });

  it('every address comes from the table of routes', () => {
    const byHand = sources('src/web').filter((source) =>
      textsOf(source).some((text) => /^(https?:\/\/[^/]*)?\/api(\/|$)/.test(text)),
    );
    expect(byHand.map(({ path }) => path)).toEqual([]);
    // The page asks who is signed in before any code is loaded, and `api.ts` uses the answer.
    const page = read('src/web/index.html').text;
    expect([...page.matchAll(/['"`](\/api\/[^'"`]*)/g)].map(([, path]) => path)).toEqual([
      routes.whoAmI.path,
    ]);
    const fetched = files('src/web', ['.html', '.js']).flatMap((path) => [
      ...read(path).text.matchAll(/\bfetch(?:AndKeep)?\(\s*['"`]([^'"`]*)/g),
    ]);
    // The service worker asks for the page.
    expect(fetched.map(([, path]) => path)).toEqual(['/', routes.whoAmI.path]);
  });
});
