/**
 * Shared objects for the tests of a file: created before the first test, removed after the last. Each function returns
 * an object that is empty until then, so only tests and hooks may read it.
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

/** Starts a server with its own database. Pass a function if the options need objects that are set up earlier. */
export function setUpServer(options: TestServerOptions | (() => TestServerOptions) = {}): TestServer {
  const server = setUp(() => startTestServer(typeof options === 'function' ? options() : options));
  afterAll(() => server.stop());
  return server;
}

/** Starts a further server on the first one's database, with the same clock. */
export const setUpServerBeside = (first: TestServer, config: TestServerOptions['config'] = {}): TestServer =>
  setUpServer(() => ({ on: first.test, clock: first.clock, config }));

/** Starts a separate PostgreSQL, so that long transactions of other tests do not delay its live changes. */
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

/** Starts a mail server that keeps the mails it receives. */
export function setUpMailServer(): MailServer {
  const post = setUp(() => startMailServer());
  afterAll(() => post.stop());
  return post;
}
