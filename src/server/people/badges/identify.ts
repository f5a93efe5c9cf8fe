/** Tells who stands at a kiosk, by badge or PIN, and limits guesses there: nobody is locked out elsewhere. */
import type { Who } from '#contract/kiosk/kiosk';
import { MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import type { Context } from '../../platform/context.ts';
import { createSharedLimiters } from '../../platform/database/shared-limiter.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';
import { refuse, toRefusal, type Refusal } from '../../platform/http/refusal.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { runAsCaller } from '../credentials/hashing-queue.ts';
import { dummyHash, hashPassword, verifyPassword, type PasswordAttempt } from '../credentials/passwords.ts';
import type { SecretBox } from '../second-factor/secret-key.ts';
import { countAttempt, forgetAttempts } from './commands.ts';
import { findPerson, type KioskPerson } from './queries.ts';
import { createSealing } from './sealing.ts';

/** Wrong PINs at one kiosk within this time, of all people; then it takes badges only. */
const FAILURES_AT_KIOSK = 20;
const FAILURES_WINDOW_MS = 10 * MS_PER_MINUTE;

interface IdentifyOptions {
  readonly needsPin?: boolean;
  /** For the change of a temporary PIN, and for presses kept without a network. */
  readonly acceptsTemporary?: boolean;
}

export type Identification = ReturnType<typeof createIdentification>;

export function createIdentification(
  context: Pick<Context, 'database' | 'clock' | 'log' | 'security'>,
  box: SecretBox,
) {
  const { database, clock, security } = context;
  const { pool } = database;
  const failures = createSharedLimiters(pool)({
    name: 'kiosk pins',
    points: FAILURES_AT_KIOSK,
    windowMs: FAILURES_WINDOW_MS,
  });
  const badgeDigest = (code: string): Buffer => box.digest(code, 'badge');
  const pinText = (pin: string, userId: string): string =>
    box.digest(pin, `pin ${userId}`).toString('base64');

  const refuseUntil = async (code: 'kiosk_pin_wait' | 'kiosk_badges_only', retryAt: EpochMs) =>
    toRefusal({ code, retryAt }, clock.now(), await readSettings(pool));
  const badgesOnlyFor = (seconds: number, kiosk: KioskCaller): Promise<Refusal> => {
    security.note({ kind: 'pin_locked', userId: null, detail: kiosk.name });
    return refuseUntil('kiosk_badges_only', clock.now() + seconds * 1000);
  };
  /** Finds the person without a check of the PIN. */
  const find = (who: Who, { scope }: KioskCaller, evenLeft?: boolean): Promise<KioskPerson | undefined> =>
    findPerson(pool, 'badge' in who ? { digest: badgeDigest(who.badge) } : who, scope, evenLeft);
  /** The limit of all PINs at a kiosk. It also holds for guesses at once; a badge passes it. */
  const limitAt = (kioskId: string, isBadge: boolean): PasswordAttempt => ({
    isKnownToWait: async () => !isBadge && failures.knownWaitFor(kioskId) > 0,
    mustWait: async () => !isBadge && (await failures.waitFor(kioskId)) > 0,
    countFailure: async () => (await failures.consume(kioskId)) > 0 && !isBadge,
  });

  /** Unknown people and people without a PIN take as long as others, and are counted like them. */
  const checkPin = async (
    pin: string,
    who: Who,
    found: KioskPerson | undefined,
    kiosk: KioskCaller,
  ): Promise<Refusal | null> => {
    const isBadge = 'badge' in who;
    const typed = isBadge ? '' : 'userId' in who ? who.userId : who.employeeId.toLowerCase();
    const account = found?.id ?? typed;
    const note = (kind: 'pin_failed' | 'pin_locked') =>
      security.note({ kind, userId: found?.id ?? null, detail: kiosk.name });
    const retryAt = await countAttempt(pool, clock.now(), kiosk.id, account);
    if (retryAt !== null) {
      note('pin_locked');
      return refuseUntil('kiosk_pin_wait', retryAt);
    }
    const stored = found?.pinHash ?? (await dummyHash());
    const verdict = await runAsCaller({ place: kiosk.id, account }, () =>
      verifyPassword(stored, pinText(pin, account), limitAt(kiosk.id, isBadge), !found?.pinHash),
    );
    if (verdict === 'throttled') return badgesOnlyFor(failures.knownWaitFor(kiosk.id), kiosk);
    if (verdict === 'wrong') {
      note('pin_failed');
      return refuse('kiosk_pin_wrong');
    }
    await forgetAttempts(pool, kiosk.id, account);
    return null;
  };

  return {
    ...createSealing(context, box),
    badgeDigest,
    find,
    hashPin: (pin: string, userId: string): Promise<string> => hashPassword(pinText(pin, userId)),
    /** An administrator knows a temporary PIN, so it cannot become the person's own. */
    async isTemporaryPin(pin: string, userId: string): Promise<boolean> {
      const found = await findPerson(pool, { userId });
      if (!found?.pinHash || !found.isPinTemporary) return false;
      return (await verifyPassword(found.pinHash, pinText(pin, userId), null)) === 'right';
    },

    async identify(
      who: Who,
      kiosk: KioskCaller,
      { needsPin = false, acceptsTemporary = false }: IdentifyOptions = {},
    ): Promise<KioskPerson | Refusal> {
      const isBadge = 'badge' in who;
      if (!isBadge) {
        const seconds = await failures.waitFor(kiosk.id);
        if (seconds > 0) return badgesOnlyFor(seconds, kiosk);
      }
      const found = await find(who, kiosk);
      if (isBadge && !found) {
        security.note({ kind: 'badge_unknown', userId: null, detail: kiosk.name });
        return refuse('badge_unknown');
      }
      const { pin } = who;
      if (pin === undefined && (needsPin || kiosk.options.badgeNeedsPin)) return refuse('kiosk_pin_required');
      const refusal = pin === undefined ? null : await checkPin(pin, who, found, kiosk);
      if (refusal) return refusal;
      if (!found) return refuse('kiosk_pin_wrong');
      if (!found.isInScope) return refuse('kiosk_not_for_you');
      if (pin !== undefined && found.isPinTemporary && !acceptsTemporary)
        return refuse('kiosk_pin_temporary');
      return found;
    },
  };
}
