/** What the kiosk shows, and what a badge, a PIN or a press does there. */
import { say } from '#texts/say';
import type { KioskAnswer, Who } from '#contract/kiosk/kiosk';
import type { InputOf, OutputOf } from '#contract/routes';
import type { Punch } from '#domain/entry/time-entry';
import { formatTime } from '#domain/time/format';
import { call, isOutcomeUnknown, type Failure } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { createStore, useStore } from '#web/browser/store.ts';
import { connection, contactServer, isKeeping, keep, lostConnection } from './connection.ts';

/** Everybody else comes to punch. */
export type Task =
  | { readonly kind: 'punch' }
  | { readonly kind: 'register'; readonly badge: string }
  | { readonly kind: 'inside' };
export const PUNCH: Task = { kind: 'punch' };

export type PersonId = InputOf<'kioskBadge'>['whose'];
/** Somebody who stands at the kiosk. */
export interface Visit {
  readonly id: PersonId | { readonly badge: string };
  /** As chosen from the list. */
  readonly name?: string | undefined;
  readonly pin?: string;
  readonly task: Task;
}
const whoOf = ({ id, pin }: Visit): Who => ({ ...id, ...(pin !== undefined && { pin }) }) as Who;

type Forgotten = NonNullable<Extract<KioskAnswer, { outcome: 'recorded' }>['forgotten']>;
type Choose = Extract<KioskAnswer, { outcome: 'choose' }>;

export interface Result {
  readonly name: 'result';
  readonly tone: 'success' | 'warning' | 'danger';
  readonly icon?: Punch | 'kept' | 'repeated';
  readonly title: string;
  readonly lines?: readonly string[];
  readonly language?: string;
  readonly forgotten?: Forgotten | null;
  readonly visit?: Visit;
  readonly unknownBadge?: string;
}
export interface Choice extends Pick<Choose, 'title' | 'choices'> {
  readonly name: 'choose';
  readonly heading: string;
  readonly language?: string;
  readonly visit: Visit;
  /** Without a network: of the press that will be kept. */
  readonly requestId?: string;
}
export type Screen =
  | { readonly name: 'waiting' | 'busy' | 'camera' }
  | { readonly name: 'identify'; readonly by: 'name' | 'id'; readonly task: Task }
  | { readonly name: 'pin' | 'new-pin'; readonly visit: Visit; readonly problem?: string }
  | { readonly name: 'whose'; readonly visit: Visit; readonly badge: string }
  | { readonly name: 'inside'; readonly list: OutputOf<'kioskWhoIsIn'> }
  | Choice
  | Result;

const NEXT_AFTER_MS = 1_000;
const store = createStore<Screen>({ name: 'waiting' });
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
export const showWaiting = (): void => show({ name: 'waiting' });

/** A badge is taken on each screen but those where it would take somebody else's place. */
export function takeBadge(badge: string): void {
  const screen = store.get();
  if (screen.name === 'busy') next = badge;
  if (screen.name === 'busy' || screen.name === 'whose') return;
  if (screen.name === 'choose' && screen.requestId !== undefined) return;
  const task = screen.name === 'identify' ? screen.task : PUNCH;
  const visit = { id: { badge }, task };
  if (task === PUNCH) void enter(visit);
  else show({ name: 'pin', visit });
}

/** Shows why the server refuses; the answer is undefined then. */
async function ask<Name extends 'kioskPin' | 'kioskLeft' | 'kioskBadge' | 'kioskWhoIsIn'>(
  name: Name,
  input: InputOf<Name>,
  visit: Visit,
): Promise<OutputOf<Name> | undefined> {
  show({ name: 'busy' });
  const answer = await call(name, input);
  if (answer.ok) return answer.value;
  refuse(answer.failure, visit);
  return undefined;
}

function refuse(failure: Failure, visit: Visit): void {
  const { message } = failure;
  switch (failure.kind === 'refused' && failure.code) {
    case 'kiosk_pin_required':
      return show({ name: 'pin', visit });
    case 'kiosk_pin_wrong':
      return show({ name: 'pin', visit, problem: message });
    case 'kiosk_pin_temporary':
      return show({ name: 'new-pin', visit });
    case 'pin_too_simple':
      return show({ name: 'new-pin', visit, problem: message });
    case 'kiosk_not_paired':
      void contactServer();
      break;
    case 'badge_unknown':
      if ('badge' in visit.id)
        return show({ name: 'result', tone: 'danger', title: message, unknownBadge: visit.id.badge });
  }
  show({ name: 'result', tone: 'danger', title: message });
}

/** Does what they came for. */
export async function enter(visit: Visit): Promise<void> {
  const { task } = visit;
  if (task.kind === 'register') return show({ name: 'whose', visit, badge: task.badge });
  if (task.kind === 'inside') {
    const list = await ask('kioskWhoIsIn', { admin: whoOf(visit) }, visit);
    return list && show({ name: 'inside', list });
  }
  show({ name: 'busy' });
  if (await isKeeping()) askPress(visit, newRequestId());
  else await punch(visit);
}

/** After this time the press is kept. */
const PUNCH_TIMEOUT_MS = 5_000;

/** @param kind undefined: what the person's state suggests */
async function punch(visit: Visit, kind?: Punch): Promise<void> {
  show({ name: 'busy' });
  const requestId = newRequestId();
  const input = { requestId, who: whoOf(visit), ...(kind && { punch: kind }) };
  const answer = await call('kioskPunch', input, { timeoutMs: PUNCH_TIMEOUT_MS });
  if (answer.ok) return showAnswer(answer.value, visit);
  if (!isOutcomeUnknown(answer)) return refuse(answer.failure, visit);
  lostConnection();
  // The press may have been recorded: it is kept with the same id, and counts once.
  if (kind) await keepPress(visit, requestId, kind);
  else askPress(visit, requestId);
}

function showAnswer(answer: KioskAnswer, visit: Visit): void {
  const { name: heading, title, language } = answer;
  const result = { name: 'result', title: heading, language, visit } as const;
  switch (answer.outcome) {
    case 'choose':
      return show({ name: 'choose', heading, title, language, choices: answer.choices, visit });
    case 'repeated':
      return show({ ...result, tone: 'warning', icon: 'repeated', lines: [title] });
    case 'recorded': {
      const { punch: icon, lines, forgotten } = answer;
      return show({ ...result, tone: 'success', icon, lines: [title, ...lines], forgotten });
    }
  }
}

/** Without a network the kiosk knows nobody, so the person says what the press is. */
function askPress(visit: Visit, requestId: string): void {
  const needsPin = connection().view?.options.badgeNeedsPin === true;
  if (needsPin && visit.pin === undefined) return show({ name: 'pin', visit });
  show({
    name: 'choose',
    heading: say('kiosk.whatNow'),
    title: say('kiosk.whatNowText'),
    choices: [
      { punch: 'clock_in', label: say('kiosk.clockIn') },
      { punch: 'break_start', label: say('kiosk.breakStart') },
      { punch: 'break_end', label: say('kiosk.breakEnd') },
      { punch: 'clock_out', label: say('kiosk.clockOut') },
    ],
    visit,
    requestId,
  });
}

export const choose = ({ visit, requestId }: Choice, kind: Punch): Promise<void> =>
  requestId === undefined ? punch(visit, kind) : keepPress(visit, requestId, kind);

async function keepPress(visit: Visit, requestId: string, kind: Punch): Promise<void> {
  show({ name: 'busy' });
  try {
    const at = await keep(requestId, kind, whoOf(visit));
    const { view, kept } = connection();
    const time = formatTime(at, view?.workplace.zones ?? 'UTC');
    const lines = [say('kiosk.keptText'), say('kiosk.waitingToSend', { count: kept })];
    // Never as a confirmation looks: nothing is recorded yet.
    show({ name: 'result', tone: 'warning', icon: 'kept', title: say('kiosk.keptTitle', { time }), lines });
  } catch {
    show({ name: 'result', tone: 'danger', title: say('kiosk.notKept'), lines: [say('kiosk.storageFull')] });
  }
}

export async function changePin(visit: Visit, pin: string): Promise<void> {
  if (await ask('kioskPin', { who: whoOf(visit), pin }, visit)) await enter({ ...visit, pin });
}

export async function stateLeft(visit: Visit, { entryId, day }: Forgotten, time: string): Promise<void> {
  const input = { requestId: newRequestId(), who: whoOf(visit), entryId, day, time };
  const answer = await ask('kioskLeft', input, visit);
  if (answer) show({ name: 'result', tone: 'success', title: answer.title });
}

export async function registerBadge(visit: Visit, badge: string, whose: PersonId): Promise<void> {
  const answer = await ask('kioskBadge', { admin: whoOf(visit), badge, whose }, visit);
  const title = answer && say('kiosk.registered', { name: answer.name });
  if (title !== undefined) show({ name: 'result', tone: 'success', title });
}
