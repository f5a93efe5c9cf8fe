/**
 * What a file's tests have in common, in a line each: made before the first of them, taken away after the last. Each
 * returns an object that is filled by then, so only tests and hooks may look into it.
 */
import { afterAll, beforeAll } from 'vitest';
import {
  makeAdmin,
  makeEmployee,
  startTestServer,
  type Person,
  type TestServer,
  type TestServerOptions,
} from './make.ts';
import { cloneDatabase, startTestCluster } from './support/cluster.ts';
import { startMailServer, type MailServer } from './support/mail-server.ts';

type StartedCluster = Awaited<ReturnType<typeof startTestCluster>>;

function setUp<Thing extends object>(make: () => Promise<Thing>): Thing {
  const thing = {} as Thing;
  beforeAll(async () => void Object.assign(thing, await make()));
  return thing;
}

/** Starts a server on a database of the file's own. Options that need what is set up before it are a function. */
export function setUpServer(options: TestServerOptions | (() => TestServerOptions) = {}): TestServer {
  const server = setUp(() => startTestServer(typeof options === 'function' ? options() : options));
  afterAll(() => server.stop());
  return server;
}

/** Starts a further server on the first one's database, with the same clock. */
export const setUpServerBeside = (first: TestServer, config: TestServerOptions['config'] = {}): TestServer =>
  setUpServer(() => ({ on: first.test, clock: first.clock, config }));

/** Starts a PostgreSQL of the file's own: no other test's long transaction holds its live changes back. */
export function setUpCluster(): Pick<StartedCluster, 'cluster'> {
  const own = setUp(startTestCluster);
  afterAll(() => own.stop());
  return own;
}

export function setUpServerIn(
  own: Pick<StartedCluster, 'cluster'>,
  options: TestServerOptions = {},
): TestServer {
  const test = setUp(() => cloneDatabase(own.cluster));
  afterAll(() => test.drop());
  return setUpServer({ ...options, on: test });
}

/** Registers an admin who is signed in. */
export const setUpAdmin = (server: TestServer, wanted: { name?: string } = {}): Person =>
  setUp(() => makeAdmin(server, wanted));

/** Registers an employee who is signed in. */
export const setUpEmployee = (server: TestServer, wanted: { name?: string } = {}): Person =>
  setUp(() => makeEmployee(server, wanted));

/** Starts a mail server that keeps what it is given. */
export function setUpMailServer(): MailServer {
  const post = setUp(() => startMailServer());
  afterAll(() => post.stop());
  return post;
}
