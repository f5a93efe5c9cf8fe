/** The built product on a new data folder, behind a connection that can be cut, and a browser. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeEmbedded } from '#tests/support/embedded-remains';
import { spawnPunctual } from '#tests/support/punctual-process';
import { openRelay, type Relay } from '#tests/support/relay';
import type { Browser, Launch } from './browser.ts';
import { firefox } from './firefox.ts';
import { Screen } from './screen.ts';
import { webkit } from './webkit.ts';

export const ADMIN = { email: 'admin@browsers.example', password: 'first-admin-of-the-browsers' };

/** The browsers to try, each with its program; `bin/browsers.mjs` finds them. */
export const BROWSERS: readonly { readonly name: string; readonly launch: () => Promise<Browser> }[] = (
  [
    ['Firefox', process.env['PUNCTUAL_FIREFOX'], firefox],
    ['WebKit', process.env['PUNCTUAL_WEBKIT'], webkit],
  ] as const satisfies readonly (readonly [string, string | undefined, Launch])[]
).flatMap(([name, program, launch]) => (program ? [{ name, launch: () => launch(program) }] : []));

/** A person with their own browser. */
export interface Person {
  /** The page they opened first. */
  readonly screen: Screen;
  /** Opens the same page in another tab. */
  anotherTab(): Promise<Screen>;
  /** The downloaded file once it is complete; null before. */
  downloaded(): { readonly name: string; readonly text: string } | null;
}

export interface Workplace {
  readonly browser: string;
  readonly line: Relay;
  /** @param path of the first page, without the first slash */
  arrive(path?: string): Promise<Person>;
  close(): Promise<void>;
}

/** @throws Error if the product is not built or does not start */
export async function openWorkplace(launch: () => Promise<Browser>): Promise<Workplace> {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-browsers-'));
  const dataDir = path.join(folder, 'data');
  const server = spawnPunctual(['start'], {
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const [browser, ready] = await Promise.all([launch(), server.ready()]);
  const line = await openRelay(() => createConnection(Number(new URL(ready).port), '127.0.0.1'));
  const url = `http://127.0.0.1:${line.port}/`;
  const leave: (() => Promise<void>)[] = [];
  return {
    browser: browser.version,
    line,
    async arrive(page = '') {
      const downloads = path.join(folder, `downloads-${leave.length}`);
      mkdirSync(downloads);
      const profile = await browser.newProfile(downloads);
      leave.push(() => profile.close());
      const anotherTab = async () => {
        const tab = await profile.newTab();
        await tab.open(url + page);
        return new Screen(tab);
      };
      return { screen: await anotherTab(), anotherTab, downloaded: () => wholeFile(downloads) };
    },
    async close() {
      // A browser that hangs must not leave a server behind.
      const left = await Promise.allSettled(leave.map((one) => one()));
      await browser.close();
      await line.cut();
      server.child.kill('SIGTERM');
      await server.ended();
      await removeEmbedded(dataDir);
      rmSync(folder, { recursive: true, force: true });
      for (const outcome of left) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

/** Until a download is complete, browsers use another name or leave the file empty. */
function wholeFile(folder: string): { name: string; text: string } | null {
  const names = readdirSync(folder);
  const [name] = names;
  if (name === undefined || names.length > 1) return null;
  const text = readFileSync(path.join(folder, name), 'utf8');
  return text === '' ? null : { name, text };
}
