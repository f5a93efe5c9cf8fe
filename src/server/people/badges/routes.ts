import { createHash, randomBytes } from 'node:crypto';
import { toInstantText } from '#contract/wire';
import type { PersonBadges, Who } from '#contract/kiosk/kiosk';
import { leftOpenReason } from '#domain/entry/left-open';
import { CARD_DIGITS, isSimplePin } from '#domain/kiosk/identity';
import type { Context } from '../../platform/context.ts';
import { timeContextAt } from '../../platform/calendars.ts';
import { isConfirmed, networkAndDevice, type KioskCaller } from '../../platform/http/caller.ts';
import { FileAnswer, type Call, type Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse, toRefusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/language.ts';
import { mailAccountChange } from '../../platform/mail/mailer.ts';
import type { Refused } from '../../platform/refused.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { usersById } from '../employees/queries.ts';
import { addBadge, removeBadge, replaceCards, setPin } from './commands.ts';
import type { Identification, Identified } from './identify.ts';
import { cardHolders, findPerson, peopleInside, readBadges } from './queries.ts';

/** Scope of no kiosk: the administrator says whose badge it is. */
const EVERYBODY = '[]';

export function badgeRoutes(context: Context, identification: Identification) {
  const { database, clock, security } = context;
  const { identify, badgeDigest, hashPin, isTemporaryPin } = identification;
  const { pool } = database;
  const refuseWho = async (done: Refused<Extract<Identified, { ok: false }>['code']>): Promise<Refusal> =>
    done.retryAt === undefined ? refuse(done.code) : toRefusal(done, clock.now(), await readSettings(pool));
  const administratorAt = async (who: Who, kiosk: KioskCaller) => {
    const found = await identify(who, kiosk, { needsPin: true });
    if (!found.ok) return refuseWho(found);
    return found.person.role === 'admin' ? found.person : refuse('kiosk_admin_needed');
  };
  const badgesOf = async (id: string): Promise<PersonBadges | Refusal> =>
    (await readBadges(pool, id)) ?? refuse('employee_not_found');
  /** Tells the people, the security log, and open screens. */
  const tell = async (
    userIds: readonly string[],
    actor: string,
    letter: 'badge' | 'pin',
    { request, detail = '' }: Pick<Call<'kioskBadge'>, 'request'> & { readonly detail?: string | undefined },
  ): Promise<void> => {
    context.wake();
    for (const userId of userIds)
      security.note({ kind: 'badge_changed', userId, actor, detail, ...networkAndDevice(request) });
    const others = await usersById(
      pool,
      userIds.filter((id) => id !== actor),
    );
    mailAccountChange(
      context,
      letter,
      others.map(({ email }) => email),
    );
  };

  const choosePin = async (
    { request }: Pick<Call<'choosePin'>, 'request'>,
    id: string,
    pin: string,
    kiosk?: KioskCaller,
  ): Promise<Refusal | null> => {
    if (isSimplePin(pin) || (await isTemporaryPin(pin, id))) return refuse('pin_too_simple');
    const by = { at: clock.now(), actor: id, kiosk: kiosk?.id };
    const done = await setPin(database, by, id, { hash: await hashPin(pin, id), isTemporary: false });
    if (!done.ok) throw new Error(done.code);
    await tell([id], id, 'pin', { request, detail: kiosk?.name });
    return null;
  };

  return {
    kioskPin: async (call) => {
      const { who, pin } = call.input;
      const found = await identify(who, call.kiosk(), { needsPin: true, acceptsTemporary: true });
      if (!found.ok) return refuseWho(found);
      return (await choosePin(call, found.person.id, pin, call.kiosk())) ?? { pin: 'own' };
    },

    kioskBadge: async ({ input: { admin, badge, whose }, kiosk, request }) => {
      const actor = await administratorAt(admin, kiosk());
      if (actor instanceof Refusal) return actor;
      const found =
        'userId' in whose
          ? await findPerson(pool, 'userId', whose.userId, EVERYBODY)
          : await findPerson(pool, 'employeeId', whose.employeeId, EVERYBODY);
      if (!found) return refuse('employee_not_found');
      const { id: userId, name } = found;
      const by = { at: clock.now(), actor: actor.id, kiosk: kiosk().id };
      const done = await addBadge(database, by, userId, badgeDigest(badge));
      if (!done.ok) return refuse(done.code);
      if (done.isNew) await tell([userId], actor.id, 'badge', { request, detail: kiosk().name });
      return { name };
    },

    kioskWhoIsIn: async ({ input: { admin }, kiosk }) => {
      const actor = await administratorAt(admin, kiosk());
      if (actor instanceof Refusal) return actor;
      const now = clock.now();
      const present = timeContextAt(await readSettings(pool), now);
      const isInside = ({ clockIn }: { readonly clockIn: number }): boolean =>
        !leftOpenReason({ isActive: true }, { clockIn, clockOut: null }, present);
      const people = (await peopleInside(pool))
        .filter(isInside)
        .map(({ name, department, clockIn }) => ({ name, department, since: toInstantText(clockIn) }));
      return { now: toInstantText(now), people };
    },

    personBadges: ({ input, reader }) => reader().withSession(() => badgesOf(input.id)),
    ownBadges: ({ reader }) => reader().withSession(() => badgesOf(reader().session?.user.id ?? '')),

    removeBadge: async ({ input: { id, badgeId }, session, request }) => {
      const by = { at: clock.now(), actor: session().user.id };
      const done = await removeBadge(database, by, id, badgeId);
      if (!done.ok) return refuse(done.code);
      if (done.isNew) await tell([id], by.actor, 'badge', { request });
      return badgesOf(id);
    },

    giveTemporaryPin: async ({ input: { id, requestId }, session, request }) => {
      if (!isConfirmed(session(), clock.now())) return refuse('confirmation_required');
      const pin = temporaryPinFor(requestId ?? randomBytes(16).toString('hex'), id);
      const by = { at: clock.now(), actor: session().user.id };
      const done = await setPin(database, by, id, { hash: await hashPin(pin, id), isTemporary: true });
      if (!done.ok) return refuse(done.code);
      await tell([id], by.actor, 'pin', { request });
      return { pin };
    },

    makeCards: async ({ input: { userIds }, session, request }) => {
      if (!isConfirmed(session(), clock.now())) return refuse('confirmation_required');
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
      const by = { at: clock.now(), actor: session().user.id };
      const stored = cards.map(({ id, code }) => ({ id, digest: badgeDigest(code) }));
      const done = await replaceCards(database, by, stored);
      if (!done.ok) return refuse(done.code);
      await tell(
        cards.map(({ id }) => id),
        by.actor,
        'badge',
        { request },
      );
      return new FileAnswer(file, 'application/pdf', 'cards.pdf');
    },

    choosePin: async (call) => {
      if (!isConfirmed(call.session(), clock.now())) return refuse('confirmation_required');
      const { id } = call.session().user;
      return (await choosePin(call, id, call.input.pin)) ?? badgesOf(id);
    },
  } satisfies Partial<Handlers>;
}

/** Computed from the request id, so that a retry gets the same PIN and nothing is stored. */
function temporaryPinFor(requestId: string, userId: string, round = 0): string {
  const digest = createHash('sha256').update(`temporary pin ${requestId} ${userId} ${round}`).digest();
  const pin = String(digest.readUInt32BE() % 1_000_000).padStart(6, '0');
  return isSimplePin(pin) ? temporaryPinFor(requestId, userId, round + 1) : pin;
}
