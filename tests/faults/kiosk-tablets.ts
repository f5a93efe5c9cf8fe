/** Tablets that work over the API as the kiosk's page does, and the check of what became of their presses. */
import { setTimeout as wait } from 'node:timers/promises';
import type { KioskAnswer, KeptOutcome } from '#contract/kiosk/kiosk';
import { routes, type InputOf, type OutputOf } from '#contract/routes';
import type { Punch } from '#domain/entry/time-entry';
import { KEPT_AT_ONCE } from '#domain/kiosk/kept-press';
import type { Connection } from '#server/platform/database/connection';
import { requestId } from '#tests/make';
import { sealFor } from '#tests/make-kiosk';
import { until } from '#tests/support/punctual-process';
import { findViolations } from './checker.ts';
import { pairKiosk, PRESSES, type Visitor } from './kiosk-page.ts';
import type { Member } from './crowd.ts';

type PunchName = 'kioskPunch' | 'kioskKept' | 'kioskContact';
export interface Tap {
  readonly visitor: Visitor;
  readonly punch: Punch;
  /** Null: nobody was told what became of it. */
  outcome: KioskAnswer['outcome'] | KeptOutcome['outcome'] | null;
  reason: string | null;
  /** Milliseconds until the tablet said that it is recorded or kept. */
  tookMs: number;
}
export const newTap = (visitor: Visitor, punch: Punch): Tap => {
  return { visitor, punch, outcome: null, reason: null, tookMs: 0 };
};

export type Tablet = Awaited<ReturnType<typeof makeTablet>>;

export async function makeTablet(url: string, admin: Member, name: string) {
  const { client, id } = await pairKiosk(url, admin, name);
  const seal = await sealFor(client);
  const kept: { readonly tap: Tap; readonly claim: InputOf<'kioskKept'>['presses'][number] }[] = [];
  let counter = 0;
  let everKept = 0;
  let answered = { at: new Date().toISOString(), steady: performance.now() };
  let turn: Promise<unknown> = Promise.resolve();
  let sending: Promise<unknown> | null = null;

  /** Status 0: no answer. */
  const send = async <Name extends PunchName>(name: Name, input: InputOf<Name>) => {
    try {
      const response = await client.fetch(routes[name].path, {
        method: 'POST',
        body: JSON.stringify(input),
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(5_000),
      });
      const answer = (await response.json()) as OutputOf<Name> & { readonly code?: string };
      return { status: response.status, answer };
    } catch {
      return { status: 0, answer: null };
    }
  };

  /** @param punch none: by the person's state */
  const punchOnline = async (tap: Tap, request: string, punch?: Punch): Promise<boolean> => {
    const who = { badge: tap.visitor.badge };
    const { status, answer } = await send('kioskPunch', { requestId: request, who, ...(punch && { punch }) });
    if (status === 0 || status === 503) return false;
    tap.outcome = status === 200 ? (answer?.outcome ?? null) : 'refused';
    tap.reason = answer?.code ?? null;
    return true;
  };

  const keep = async (tap: Tap, request: string, at = Date.now()): Promise<void> => {
    counter += 1;
    everKept += 1;
    const claim = {
      requestId: request,
      counter,
      punch: tap.punch,
      at: new Date(at).toISOString(),
      offsetMs: 0,
      answeredAt: answered.at,
      steadyMs: Math.round(performance.now() - answered.steady - (Date.now() - at)),
    };
    const who = await seal({ badge: tap.visitor.badge }, claim);
    kept.push({ tap, claim: { ...claim, who } });
  };

  /** A press that has no answer is kept, and so is all that comes after it. */
  const take = async (tap: Tap): Promise<void> => {
    const began = performance.now();
    const request = requestId();
    const isDone = kept.length === 0 && (await punchOnline(tap, request, tap.punch));
    if (!isDone) await keep(tap, request);
    tap.tookMs = performance.now() - began;
  };

  const deliver = async (): Promise<void> => {
    while (kept.length > 0) {
      const presses = kept.slice(0, KEPT_AT_ONCE).map(({ claim }) => claim);
      const { status, answer } = await send('kioskKept', { deviceNow: new Date().toISOString(), presses });
      if (status !== 200 || !answer || answer.outcomes.length === 0) return;
      for (const { requestId: one, outcome, reason } of answer.outcomes) {
        const place = kept.findIndex(({ claim }) => claim.requestId === one);
        const [decided] = place < 0 ? [] : kept.splice(place, 1);
        if (decided) Object.assign(decided.tap, { outcome, reason });
      }
    }
    const { status, answer } = await send('kioskContact', { queued: 0, pageVersion: '' });
    if (status === 200 && answer) answered = { at: answer.now, steady: performance.now() };
  };

  return {
    client,
    id,
    kept,
    everKept: () => everKept,
    keep,
    punchOnline,
    /** One after another, as people stand in line. */
    press: (tap: Tap): Promise<unknown> => (turn = turn.then(() => take(tap))),
    inLine: () => turn,
    /** Sends what is kept. One at a time. */
    deliver: (): Promise<unknown> => (sending ??= deliver().finally(() => (sending = null))),
  };
}

/** Badges come at an even rate until the signal, each at its own tablet. Resolves when everything is sent. */
export async function comeInLine(
  tablets: readonly Tablet[],
  visitors: readonly Visitor[],
  next: (visitor: Visitor) => Tap,
  { perSecond, stop }: { readonly perSecond: number; readonly stop: AbortSignal },
): Promise<void> {
  const everyMs = 1_000 / perSecond;
  const began = performance.now();
  for (let beat = 0; !stop.aborted; beat += 1) {
    const visitor = visitors[beat % visitors.length];
    const tablet = tablets[(beat % visitors.length) % tablets.length];
    if (visitor && tablet) void tablet.press(next(visitor));
    if (beat % 4 === 0) for (const one of tablets) void one.deliver();
    await wait(Math.max(0, began + (beat + 1) * everyMs - performance.now()));
  }
  await Promise.all(tablets.map((tablet) => tablet.inLine()));
  await until('every tablet has sent all that it kept', async () => {
    await Promise.all(tablets.map((tablet) => tablet.deliver()));
    return tablets.every(({ kept }) => kept.length === 0);
  });
}

/**
 * Each press that was recorded stands on the ledger once and in its order, and nothing else does.
 * @param areRequestsRight whether other presses may have become requests
 */
export async function kioskFaults(
  taps: readonly Tap[],
  owner: Connection,
  areRequestsRight = false,
): Promise<string[]> {
  const visitors = [...new Set(taps.map(({ visitor }) => visitor))];
  const { rows } = await owner.query<{ chain: string; kind: Punch; time: string }>(
    `SELECT chain, kind, coalesce(body::json -> 'data' ->> 'punchedAt', body::json ->> 'at') AS time FROM ledger
     WHERE chain = ANY ($1) AND kind = ANY ($2) ORDER BY seq`,
    [visitors.map(({ userId }) => userId), PRESSES],
  );
  const found = taps
    .filter(({ outcome }) => outcome !== 'recorded' && outcome !== null)
    .filter(({ outcome }) => outcome !== 'requested' || !areRequestsRight)
    .map(({ punch, outcome, reason }) => `a ${punch} is ${outcome}: ${reason}`);
  for (const visitor of visitors) {
    const own = rows.filter(({ chain }) => chain === visitor.userId);
    const pressed = taps.filter((tap) => tap.visitor === visitor);
    const kinds = own.map(({ kind }) => kind).join();
    const sure = pressed.filter(({ outcome }) => outcome === 'recorded').map(({ punch }) => punch);
    const all = pressed.filter(({ outcome }) => outcome !== 'requested').map(({ punch }) => punch);
    if (kinds !== sure.join() && kinds !== all.join())
      found.push(`${visitor.userId} pressed ${all.length} (${sure.length} sure), recorded are ${kinds}`);
    const times = own.map(({ time }) => time);
    if (new Set(times).size < times.length || times.join() !== times.toSorted().join())
      found.push(`${visitor.userId}: not in order`);
  }
  found.push(...(await findViolations({ presses: [] }, owner)));
  return found;
}
