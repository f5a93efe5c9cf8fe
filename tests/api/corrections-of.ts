/** Requests and entries for tests of corrections. */
import type { Correction, ChangeInput } from '#contract/corrections/corrections';
import type { TimeEntry } from '#contract/records';
import type { CorrectionAction } from '#domain/correction/state';
import { makeEmployee, requestId, type Person, type TestServer } from '#tests/make';

export const DAY = '2026-11-20';
export const wall = (time: string, day = DAY) => ({ day, time });
const wallOf = (instant: string) => ({ day: instant.slice(0, 10), time: instant.slice(11, 16) });

export const timesOf = ({ clockIn, clockOut, break: breaks }: TimeEntry) => ({
  clockIn,
  clockOut,
  breaks: (breaks ?? []).map(({ start, end }) => ({ start, end: end ?? null })),
});

/** A person with these entries on Friday. An entry without an end is open. Then it is 18:00. */
export async function worked(
  server: Pick<TestServer, 'clock' | 'client' | 'test' | 'url' | 'config' | 'stop'>,
  ...spans: (readonly [string, string | null])[]
): Promise<{ person: Person; entries: TimeEntry[]; entry: TimeEntry | undefined }> {
  server.clock.set(`${DAY}T00:00:00.000Z`);
  const person = await makeEmployee(server);
  for (const [from, to] of spans) {
    server.clock.set(`${DAY}T${from}:00.000Z`);
    await person.client.ask('clockIn', { requestId: requestId() });
    if (to === null) continue;
    server.clock.set(`${DAY}T${to}:00.000Z`);
    await person.client.ask('clockOut', { requestId: requestId() });
  }
  server.clock.set(`${DAY}T18:00:00.000Z`);
  const { entries } = await person.client.ask('clock', {});
  return { person, entries: entries.toReversed(), entry: entries.at(-1) };
}

type Times = NonNullable<ChangeInput['new']>;

/** A change of an entry. Times that are not given stay. */
export const changed = (entry: TimeEntry | undefined, times: Partial<Times> = {}): ChangeInput => {
  if (!entry) throw new Error('There is no entry to be changed.');
  const { clockIn, clockOut, breaks } = timesOf(entry);
  return {
    entryId: entry.id,
    old: { clockIn, clockOut, breaks },
    new: {
      clockIn: wallOf(clockIn),
      clockOut: clockOut === null ? null : wallOf(clockOut),
      breaks: breaks.map(({ start, end }) => ({
        start: wallOf(start),
        end: end === null ? null : wallOf(end),
      })),
      ...times,
    },
  };
};

export const missing = (from: string, to: string, day = DAY): ChangeInput => ({
  entryId: null,
  old: null,
  new: { clockIn: wall(from, day), clockOut: wall(to, day), breaks: [] },
});

/** Input of a correction: of the caller's own hours, or of `of` by an admin. */
export const asking = (changes: readonly ChangeInput[], of: Person | null = null) => ({
  requestId: requestId(),
  ...(of ? { userId: of.user.id } : {}),
  day: DAY,
  reason: 'That is how it was',
  changes: [...changes],
});

export const deciding = (
  { id, version }: Pick<Correction, 'id' | 'version'>,
  action: CorrectionAction,
  reason?: string,
) => ({
  requestId: requestId(),
  action,
  corrections: [{ id, version }],
  ...(reason === undefined ? {} : { reason }),
});

/** Decides a correction and returns its new state. */
export async function decided(
  { client }: Person,
  correction: Pick<Correction, 'id' | 'version'>,
  action: CorrectionAction,
  reason?: string,
): Promise<Correction> {
  const { outcomes } = await client.ask('decideCorrections', deciding(correction, action, reason));
  if (!outcomes[0]?.correction) throw new Error('Nothing became of the correction.');
  return outcomes[0].correction;
}
