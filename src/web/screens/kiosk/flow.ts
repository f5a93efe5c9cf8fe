/** What the kiosk shows, and what a badge, a PIN or a press does there. */
import { say } from '#texts/say';
import type { KioskAnswer, Who } from '#contract/kiosk/kiosk';
import type { OutputOf } from '#contract/routes';
import type { Punch } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import { call, type Failure } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { createStore, useStore } from '#web/browser/store.ts';
import { connection, contactServer, isKeeping, keep, lostConnection } from './connection.ts';

/** Somebody who still has to enter a PIN: by badge, from the list, or by employee ID. */
export type Pending =
  | { readonly badge: string }
  | { readonly userId: string; readonly name: string }
  | { readonly employeeId: string };
type Recorded = Extract<KioskAnswer, { outcome: 'recorded' }>;

export type Screen =
  | { readonly name: 'waiting' | 'busy' | 'people' | 'employee-id' | 'camera' }
  /** Entered for a punch, or for an administrator's task. */
  | { readonly name: 'pin'; readonly who: Pending; readonly task: Task; readonly problem?: string }
  | { readonly name: 'new-pin'; readonly who: Who; readonly task: Task; readonly problem?: string }
  | {
      readonly name: 'answer';
      readonly answer: Exclude<KioskAnswer, { outcome: 'choose' }>;
      readonly who: Who;
    }
  | {
      readonly name: 'choose';
      readonly answer: Extract<KioskAnswer, { outcome: 'choose' }>;
      readonly who: Who;
    }
  /** Without a network: the person says what the press is. */
  | { readonly name: 'press'; readonly who: Who; readonly requestId: string }
  | { readonly name: 'kept'; readonly at: EpochMs }
  | {
      readonly name: 'message';
      readonly title: string;
      readonly text?: string;
      readonly tone: 'success' | 'danger';
    }
  | { readonly name: 'unknown-badge'; readonly badge: string; readonly title: string }
  | { readonly name: 'admin'; readonly task: Task }
  | { readonly name: 'whose'; readonly badge: string; readonly admin: Who }
  | { readonly name: 'inside'; readonly list: OutputOf<'kioskWhoIsIn'> };

export type Task =
  | { readonly kind: 'punch' }
  | { readonly kind: 'register'; readonly badge: string }
  | { readonly kind: 'inside' };
export const PUNCH: Task = { kind: 'punch' };

const NEXT_AFTER_MS = 1_000;
const WAITING: Screen = { name: 'waiting' };
const store = createStore<Screen>(WAITING);
/** Nobody presses, and no form is open. */
export const isFree = (): boolean => store.get().name === 'waiting';
export const useScreen = (): Screen => useStore(store);
/** The next in the row held their badge while the former waited for an answer. */
let next: string | null = null;

export function show(screen: Screen): void {
  store.set(screen);
  if (next === null || screen.name === 'busy') return;
  const badge = next;
  next = null;
  // What stands now is read for a moment first.
  setTimeout(() => takeBadge(badge), NEXT_AFTER_MS);
}
export const showWaiting = (): void => show(WAITING);

/** A badge is taken on each screen but those where it would take somebody else's place. */
export function takeBadge(badge: string): void {
  const screen = store.get();
  if (screen.name === 'busy') next = badge;
  if (['busy', 'press', 'whose'].includes(screen.name)) return;
  if (screen.name === 'admin') return show({ name: 'pin', who: { badge }, task: screen.task });
  void identify({ badge }, PUNCH);
}

export function takePin(pending: Pending, pin: string, task: Task): void {
  if ('badge' in pending) return void identify({ ...pending, pin }, task);
  if ('userId' in pending) return void identify({ userId: pending.userId, pin }, task);
  void identify({ ...pending, pin }, task);
}

function pendingOf(who: Who): Pending {
  if ('badge' in who) return { badge: who.badge };
  return 'userId' in who ? { userId: who.userId, name: '' } : { employeeId: who.employeeId };
}

export async function identify(who: Who, task: Task): Promise<void> {
  if (task.kind === 'register') return show({ name: 'whose', badge: task.badge, admin: who });
  if (task.kind === 'inside') return showInside(who);
  show({ name: 'busy' });
  if (await isKeeping()) return askPress(who, newRequestId());
  await punch(who);
}

function askPress(who: Who, requestId: string): void {
  const needsPin = connection().view?.options.badgeNeedsPin === true;
  if ('badge' in who && who.pin === undefined && needsPin)
    return show({ name: 'pin', who: { badge: who.badge }, task: PUNCH });
  show({ name: 'press', who, requestId });
}

/** After this time the press is kept. */
const PUNCH_TIMEOUT_MS = 5_000;

/** @param kind undefined: what the person's state suggests */
export async function punch(who: Who, kind?: Punch): Promise<void> {
  show({ name: 'busy' });
  const requestId = newRequestId();
  const input = { requestId, who, ...(kind && { punch: kind }) };
  const answer = await call('kioskPunch', input, { timeoutMs: PUNCH_TIMEOUT_MS });
  if (answer.ok) {
    const { value } = answer;
    return show(
      value.outcome === 'choose'
        ? { name: 'choose', answer: value, who }
        : { name: 'answer', answer: value, who },
    );
  }
  if (answer.failure.kind === 'unreachable' || answer.failure.code === 'unavailable') {
    lostConnection();
    // The press may have been recorded: it is kept with the same id, and counts once.
    return kind ? keepPressed(who, requestId, kind) : askPress(who, requestId);
  }
  refuse(answer.failure, who, PUNCH);
}

export async function keepPressed(who: Who, requestId: string, kind: Punch): Promise<void> {
  show({ name: 'busy' });
  try {
    show({ name: 'kept', at: await keep(requestId, kind, who) });
  } catch {
    show({ name: 'message', tone: 'danger', title: say('kiosk.notKept'), text: say('kiosk.storageFull') });
  }
}

function refuse(failure: Failure, who: Who, task: Task): void {
  const { message } = failure;
  const code = failure.kind === 'refused' ? failure.code : undefined;
  if (code === 'kiosk_pin_required') return show({ name: 'pin', who: pendingOf(who), task });
  if (code === 'kiosk_pin_wrong') return show({ name: 'pin', who: pendingOf(who), task, problem: message });
  if (code === 'kiosk_pin_temporary') return show({ name: 'new-pin', who, task });
  if (code === 'badge_unknown' && 'badge' in who)
    return show({ name: 'unknown-badge', badge: who.badge, title: message });
  if (code === 'kiosk_not_paired') void contactServer();
  show({ name: 'message', tone: 'danger', title: message });
}

export async function changePin(who: Who, pin: string, task: Task): Promise<void> {
  show({ name: 'busy' });
  const answer = await call('kioskPin', { who, pin });
  if (answer.ok) return identify({ ...who, pin }, task);
  const isSimple = answer.failure.kind === 'refused' && answer.failure.code === 'pin_too_simple';
  if (isSimple) return show({ name: 'new-pin', who, task, problem: answer.failure.message });
  refuse(answer.failure, who, task);
}

export async function stateLeft(
  who: Who,
  { entryId, day }: NonNullable<Recorded['forgotten']>,
  time: string,
): Promise<void> {
  show({ name: 'busy' });
  const answer = await call('kioskLeft', { requestId: newRequestId(), who, entryId, day, time });
  if (answer.ok) show({ name: 'message', tone: 'success', title: answer.value.title });
  else refuse(answer.failure, who, PUNCH);
}

type Whose = { readonly userId: string } | { readonly employeeId: string };

export async function registerBadge(admin: Who, badge: string, whose: Whose): Promise<void> {
  show({ name: 'busy' });
  const answer = await call('kioskBadge', { admin, badge, whose });
  if (answer.ok)
    show({ name: 'message', tone: 'success', title: say('kiosk.registered', { name: answer.value.name }) });
  else refuse(answer.failure, admin, { kind: 'register', badge });
}

async function showInside(admin: Who): Promise<void> {
  show({ name: 'busy' });
  const answer = await call('kioskWhoIsIn', { admin });
  if (answer.ok) show({ name: 'inside', list: answer.value });
  else refuse(answer.failure, admin, { kind: 'inside' });
}
