/** Prometheus metrics. Labels are few, known and not personal. Only loaded with METRICS_TOKEN. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { routes } from '#contract/routes';
import type { Route } from '#contract/route';
import type { Clock } from '../platform/clock.ts';
import { hashingQueueState } from '../people/credentials/hashing-queue.ts';
import type { Database } from '../platform/database/pool.ts';
import type { Live } from '../live/routes.ts';
import type { EventCounters } from '../platform/event-counters.ts';
import type { PunchQueue } from '../hours/punch-queue/queue.ts';

export interface MetricSources {
  readonly clock: Clock;
  readonly database: Pick<Database, 'pool' | 'punches' | 'health'>;
  readonly live: Pick<Live, 'feed' | 'streams'>;
  readonly queue: Pick<PunchQueue, 'underWay'>;
}

type Values = readonly (readonly [labels: Record<string, string>, value: number])[];

/** Bounds of the histogram's buckets in seconds, from the duration of a punch to the longest time limit. */
const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128];
const PUNCHES = ['clock_in', 'break_start', 'break_end', 'clock_out'] as const;
const USUAL_ENDS = ['recorded', 'repeated', 'failed'] as const;
/** Node's own counters, removed since they do not follow Prometheus' style. */
const REMOVED_METRICS = ['nodejs_active_handles', 'nodejs_active_requests', 'nodejs_active_resources'];

export function createMetricFamilies(version: string) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of REMOVED_METRICS)
    for (const ending of ['', '_total']) registry.removeSingleMetric(`${name}${ending}`);

  const requests = new Counter({
    name: 'punctual_http_requests_total',
    help: 'Requests that were answered, but for streams, by route and outcome: the code of the refusal, else the status.',
    labelNames: ['route', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'punctual_http_request_duration_seconds',
    help: 'How long requests took, from their head to the end of the answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const punches = new Counter({
    name: 'punctual_punches_total',
    help: 'Punches of people who may punch, by kind and outcome: recorded, repeated (answered before), failed (an error), or the code of the refusal.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  // Creates each series at 0: Prometheus sees a first increase only in a series that exists.
  for (const [route, { failure = 'server_error' }] of Object.entries<Route>(routes))
    for (const outcome of new Set([failure, 'unavailable'])) requests.inc({ route, outcome }, 0);
  for (const kind of PUNCHES) for (const outcome of USUAL_ENDS) punches.inc({ kind, outcome }, 0);
  const batches = new Histogram({
    name: 'punctual_punch_batch_size',
    help: 'Punches that were written in one statement.',
    buckets: BATCH_SIZES,
    registers,
  });
  const retries = new Counter({
    name: 'punctual_punch_retries_total',
    help: 'Punches decided again, since the guess or reading they were decided by stood no longer when they were written.',
    registers,
  });
  new Gauge({
    name: 'punctual_build_info',
    help: 'Always 1; the version is the label.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);

  return {
    measures: {
      punchEnded: (kind, outcome) => punches.inc({ kind, outcome }),
      batchWritten: (size) => batches.observe(size),
      punchRetried: () => retries.inc(),
    } satisfies EventCounters,
    /** @param seconds from the request's head to the end of the response */
    answered: (route: string, outcome: string, seconds: number): void => {
      requests.inc({ route, outcome });
      durations.observe({ route }, seconds);
    },
    watch: (sources: MetricSources): void => watch(registry, sources),
    text: (): Promise<string> => registry.metrics(),
  };
}

function watch(registry: Registry, { clock, database, live, queue }: MetricSources): void {
  const registers = [registry];
  const gauges = (name: string, help: string, labelNames: string[], read: () => Values): void =>
    void new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  const gauge = (name: string, help: string, read: () => number): void =>
    gauges(name, help, [], () => [[{}, read()]]);

  gauge(
    'punctual_punch_queue_length',
    'Punches that wait or are being written.',
    () => queue.underWay().count,
  );
  gauge(
    'punctual_punch_queue_oldest_seconds',
    'How long the oldest of them has been there.',
    () => queue.underWay().oldestMs / 1_000,
  );

  gauge(
    'punctual_feed_read_age_seconds',
    'Since when the live feed was last read to its end: no row older than that is unsent but those held back.',
    () => (performance.now() - live.feed().readAt) / 1_000,
  );
  gauge(
    'punctual_feed_held_seconds',
    'How old the oldest row of the feed is that is held back by an older open transaction; 0 when none is.',
    () => {
      const { blockedSince } = live.feed();
      return blockedSince === null ? 0 : Math.max(0, clock.now() - blockedSince) / 1_000;
    },
  );
  gauges('punctual_streams', 'Live streams that are open, by the role of who reads.', ['role'], () =>
    Object.entries(live.streams().open).map(([role, value]) => [{ role }, value]),
  );
  void new Counter({
    name: 'punctual_streams_opened_total',
    help: 'Live streams that were opened, by the role of who reads.',
    labelNames: ['role'],
    registers,
    collect() {
      this.reset();
      for (const [role, value] of Object.entries(live.streams().opened)) this.inc({ role }, value);
    },
  });

  const pools = { general: database.pool, punches: database.punches, health: database.health };
  gauges(
    'punctual_database_connections',
    'Connections to the database, by what they are for and whether they are at work.',
    ['pool', 'state'],
    () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]): Values => [
        [{ pool, state: 'idle' }, idleCount],
        [{ pool, state: 'busy' }, totalCount - idleCount],
      ]),
  );
  gauges('punctual_database_waiting', 'Work that waits for a connection to the database.', ['pool'], () =>
    Object.entries(pools).map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
  );

  gauge(
    'punctual_password_queue_length',
    'Passwords that wait to be hashed or checked.',
    () => hashingQueueState().waiting,
  );
  gauge(
    'punctual_passwords_running',
    'Passwords that are being hashed or checked.',
    () => hashingQueueState().running,
  );
}
