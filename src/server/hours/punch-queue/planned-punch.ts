/** Makes the row of the ledger, the notification and the answer of a punch. */
import { hash } from 'node:crypto';
import type { CheckedInputOf } from '#contract/routes';
import type { PunchOutcome } from '#contract/clock/clock';
import { toInstantText, toWireEntry } from '#contract/wire';
import type { ActivityEvent } from '#domain/entry/activity';
import type { Lateness } from '#domain/day/punctuality';
import type { Punch, TimeEntry } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import { canonicalJson, type Json } from '../../ledger/canonical.ts';
import {
  ledgerBody,
  newNotification,
  newSalt,
  saltedDigest,
  type LedgerEvent,
  type Recorded,
  type RecordedNotification,
} from '../../ledger/entry.ts';
import { orderedId } from '../../platform/ordered-id.ts';
import type { StateBeforePunch } from './queries.ts';

export type PunchRequest = {
  readonly userId: string;
  /** Absent on a device of the person's own. */
  readonly kiosk?: { readonly id: string; readonly name: string } | undefined;
  /** Set if the kiosk kept the press without a network: its time, after the person's last punch, and its number. */
  readonly kept?: { readonly claimedAt: EpochMs; readonly counter: number } | undefined;
} & (
  | {
      readonly punch: 'clock_in';
      readonly input: CheckedInputOf<'clockIn'>;
      readonly ipAddress: string;
      readonly seenAddress: string;
    }
  | { readonly punch: Exclude<Punch, 'clock_in'>; readonly input: CheckedInputOf<'startBreak'> }
);

export interface PlannedPunch extends Pick<PunchRequest, 'punch' | 'userId' | 'kiosk' | 'kept'> {
  readonly userName: string;
  readonly basis: StateBeforePunch;
  readonly at: EpochMs;
  /** Later than `at` only if a kiosk kept the punch. */
  readonly recordedAt: EpochMs;
  readonly entry: TimeEntry;
  readonly setAside: string | undefined;
  readonly createdAt: EpochMs;
  /**
   * If a record later than this instant exists, the write fails. The next try then warns that the server's clock was
   * ahead. Null if the response already contains this warning.
   */
  readonly latestAllowedRecord: EpochMs | null;
  readonly salt: Buffer | null;
  readonly ledgerBody: string;
  readonly notification: RecordedNotification;
  readonly request: { readonly id: string; readonly fingerprint: Buffer; readonly response: string };
}

/** Digest that recognizes a retry. Keeps the old spelling 'clock-in', so that retries match after an update. */
export function fingerprintOf({
  punch,
  input,
}: {
  readonly punch: Punch;
  readonly input: PunchRequest['input'];
}): Buffer {
  const { requestId: _, ...asked } = input;
  const text = canonicalJson({ asked: { ...asked } as Json, punch: punch.replace('_', '-') });
  return hash('sha256', text, 'buffer');
}

export interface Outcome {
  readonly entry: TimeEntry;
  readonly event: ActivityEvent;
  readonly message: string;
  readonly warnings: string[];
  readonly lateness?: Lateness | null;
  /** Id of the open entry that the punch sets aside. */
  readonly setAside: string | undefined;
}

export function toPlannedPunch(
  request: PunchRequest,
  basis: StateBeforePunch,
  { at, recordedAt }: Pick<PlannedPunch, 'at' | 'recordedAt'>,
  outcome: Outcome,
): Omit<PlannedPunch, 'latestAllowedRecord'> {
  const { punch, userId, kiosk, kept } = request;
  const { entry, lateness, setAside } = outcome;
  const salt = punch === 'clock_in' ? newSalt() : null;
  const place = { kiosk: kiosk?.id, punchedAt: kept && toInstantText(at) };
  const event = ledgerEvent(punch, outcome, place, salt);
  const notification = newNotification(outcome.event, orderedId(recordedAt));
  const createdAt = punch === 'clock_in' ? recordedAt : (basis.open?.createdAt ?? recordedAt);
  const answer: PunchOutcome = {
    entry: toWireEntry(entry, { authUid: userId, createdAt, updatedAt: recordedAt }),
    at: toInstantText(at),
    message: outcome.message,
    ...(lateness === undefined ? {} : { lateness: lateness && { ...lateness } }),
    warnings: outcome.warnings,
  };
  return {
    punch,
    userId,
    userName: basis.userName,
    basis,
    at,
    recordedAt,
    kiosk,
    kept,
    entry,
    setAside,
    createdAt,
    salt,
    ledgerBody: ledgerBody({
      chain: userId,
      at: recordedAt,
      actor: userId,
      entry: entry.id,
      notification,
      ...event,
    }),
    notification,
    request: {
      id: request.input.requestId,
      fingerprint: fingerprintOf(request),
      response: JSON.stringify(answer),
    },
  };
}

/** The ledger holds only salted digests of address, location and notes, so that these can be erased. */
function ledgerEvent(
  punch: Punch,
  { entry, lateness, setAside }: Outcome,
  place: Recorded['clock_out'],
  salt: Buffer | null,
): LedgerEvent {
  if (punch !== 'clock_in') return { kind: punch, data: place };
  if (salt === null || entry.seenAddress === undefined)
    throw new Error('A clock-in has a salt, and an address it came from.');
  const digests = {
    ipAddress: saltedDigest(salt, entry.ipAddress),
    location: entry.location === null ? null : saltedDigest(salt, entry.location),
    notes: saltedDigest(salt, entry.notes),
    seenAddress: saltedDigest(salt, entry.seenAddress),
  };
  return {
    kind: punch,
    data: { digests, lateness: lateness ? { ...lateness } : null, setAside, ...place },
  };
}
