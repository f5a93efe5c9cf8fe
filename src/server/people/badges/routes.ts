import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { toInstantText } from '#contract/wire';
import type { PersonBadges, Who } from '#contract/kiosk/kiosk';
import { leftOpenReason } from '#domain/entry/left-open';
import { CARD_DIGITS, isSimplePin } from '#domain/kiosk/identity';
import type { Context } from '../../platform/context.ts';
import { timeContextAt } from '../../platform/calendars.ts';
import { isConfirmed, networkAndDevice, type KioskCaller, type Session } from '../../platform/http/caller.ts';
import { FileAnswer, type Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/language.ts';
import { mailAccountChange } from '../../platform/mail/mailer.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { usersById } from '../employees/queries.ts';
import { addBadge, removeBadge, replaceCards, setPin } from './commands.ts';
import type { Identification } from './identify.ts';
import { cardHolders, findPerson, peopleInside, readBadges, type KioskPerson } from './queries.ts';

export function badgeRoutes(context: Context, identification: Identification) {
  const { database, clock, security } = context;
  const { identify, badgeDigest, hashPin, isTemporaryPin } = identification;
  const { pool } = database;
  const run = commandRunner(context);
  const administratorAt = async (who: Who, kiosk: KioskCaller): Promise<KioskPerson | Refusal> => {
    const person = await identify(who, kiosk, { needsPin: true });
    return person instanceof Refusal || person.role === 'admin' ? person : refuse('kiosk_admin_needed');
  };
  const badgesOf = async (id: string): Promise<PersonBadges | Refusal> =>
    (await readBadges(pool, id)) ?? refuse('employee_not_found');
  const refuseUnconfirmed = (session: Session): Refusal | null =>
    isConfirmed(session, clock.now()) ? null : refuse('confirmation_required');

  /** Tells the people, the security log, and open screens. */
  const tell = async (
    letter: 'badge' | 'pin',
    userIds: readonly string[],
    actor: string,
    request: FastifyRequest,
    detail = '',
  ): Promise<void> => {
    context.wake();
    for (const userId of userIds)
      security.note({ kind: 'badge_changed', userId, actor, detail, ...networkAndDevice(request) });
    const others = userIds.filter((id) => id !== actor);
    const emails = (await usersById(pool, others)).map(({ email }) => email);
    mailAccountChange(context, letter, emails);
  };

  const choosePin = async (request: FastifyRequest, id: string, pin: string, kiosk?: KioskCaller) => {
    if (isSimplePin(pin) || (await isTemporaryPin(pin, id))) return refuse('pin_too_simple');
    const by = { at: clock.now(), actor: id, kiosk: kiosk?.id };
    const done = await setPin(database, by, id, { hash: await hashPin(pin, id), isTemporary: false });
    if (!done.ok) throw new Error(done.code);
    await tell('pin', [id], id, request, kiosk?.name);
    return null;
  };

  return {
    kioskPin: async ({ input: { who, pin }, kiosk, request }) => {
      const person = await identify(who, kiosk(), { needsPin: true, acceptsTemporary: true });
      if (person instanceof Refusal) return person;
      return (await choosePin(request, person.id, pin, kiosk())) ?? { pin: 'own' };
    },

    kioskBadge: async ({ input: { admin, badge, whose }, kiosk, request }) => {
      const actor = await administratorAt(admin, kiosk());
      if (actor instanceof Refusal) return actor;
      const found = await findPerson(pool, whose);
      if (!found) return refuse('employee_not_found');
      const { id, name } = found;
      const by = { at: clock.now(), actor: actor.id, kiosk: kiosk().id };
      const done = await addBadge(database, by, id, badgeDigest(badge));
      if (!done.ok) return refuse(done.code);
      if (done.isNew) await tell('badge', [id], actor.id, request, kiosk().name);
      return { name };
    },

    kioskWhoIsIn: async ({ input: { admin }, kiosk }) => {
      const actor = await administratorAt(admin, kiosk());
      if (actor instanceof Refusal) return actor;
      const now = clock.now();
      const present = timeContextAt(await readSettings(pool), now);
      const people = (await peopleInside(pool))
        .filter((entry) => !leftOpenReason({ isActive: true }, { ...entry, clockOut: null }, present))
        .map(({ name, department, clockIn }) => ({ name, department, since: toInstantText(clockIn) }));
      return { now: toInstantText(now), people };
    },

    personBadges: ({ input, reader }) => reader().withSession(() => badgesOf(input.id)),
    ownBadges: ({ reader }) => reader().withSession(() => badgesOf(reader().session?.user.id ?? '')),

    removeBadge: async ({ input: { id, badgeId }, session, request }) => {
      const actor = session().user.id;
      const done = await removeBadge(database, { at: clock.now(), actor }, id, badgeId);
      if (!done.ok) return refuse(done.code);
      if (done.isNew) await tell('badge', [id], actor, request);
      return badgesOf(id);
    },

    giveTemporaryPin: async ({ input: { id, requestId = randomUUID() }, session, request }) => {
      const unconfirmed = refuseUnconfirmed(session());
      if (unconfirmed) return unconfirmed;
      const pin = temporaryPinFor(requestId, id);
      const done = await run(session(), requestId, { newPinOf: id }, async (sender) => {
        const set = await setPin(database, sender, id, { hash: await hashPin(pin, id), isTemporary: true });
        if (set.ok) await tell('pin', [id], sender.actor, request);
        return set;
      });
      return done.ok ? { pin } : refuse(done.code);
    },

    makeCards: async ({ input: { userIds }, session, request }) => {
      const unconfirmed = refuseUnconfirmed(session());
      if (unconfirmed) return unconfirmed;
      const holders = await cardHolders(pool, userIds);
      if (holders.length < new Set(userIds).size) return refuse('employee_not_found');
      const cards = holders.map((holder) => ({
        ...holder,
        code: randomBytes(CARD_DIGITS / 2)
          .toString('hex')
          .toUpperCase(),
      }));
      const { workplaceName, language } = await readSettings(pool);
      const { makeCards } = await import('#documents/cards');
      const file = await inLanguage(language, () => makeCards(cards, workplaceName, clock.now()));
      const actor = session().user.id;
      const stored = cards.map(({ id, code }) => ({ userId: id, digest: badgeDigest(code) }));
      const done = await replaceCards(database, { at: clock.now(), actor }, stored);
      if (!done.ok) return refuse(done.code);
      const ids = cards.map(({ id }) => id);
      await tell('badge', ids, actor, request);
      return new FileAnswer(file, 'application/pdf', 'cards.pdf');
    },

    choosePin: async ({ input: { pin }, session, request }) => {
      const { id } = session().user;
      return refuseUnconfirmed(session()) ?? (await choosePin(request, id, pin)) ?? badgesOf(id);
    },
  } satisfies Partial<Handlers>;
}

/** Computed from the request id, so that a retry gets the same PIN and nothing is stored. */
function temporaryPinFor(requestId: string, userId: string, round = 0): string {
  const digest = createHash('sha256').update(`temporary pin ${requestId} ${userId} ${round}`).digest();
  const pin = String(digest.readUInt32BE() % 1_000_000).padStart(6, '0');
  return isSimplePin(pin) ? temporaryPinFor(requestId, userId, round + 1) : pin;
}
