/** A server in this process with the real clock and without rate limits. */
import { REQUEST_LIMIT_MS } from '#contract/route';
import { systemClock } from '#server/platform/clock';
import { startTestServer, TestClock, type TestServer, type TestServerOptions } from '#tests/make';

class RunningClock extends TestClock {
  override now(): number {
    return systemClock.now();
  }
}

export const startFastServer = (options: Omit<TestServerOptions, 'clock'> = {}): Promise<TestServer> =>
  startTestServer({
    requestLimitMs: REQUEST_LIMIT_MS,
    ...options,
    clock: new RunningClock(),
    config: { punchesPerHour: 0, ...options.config },
  });
