/**
 * One press of a button, sent until it is answered: over connections that are kept, under one request id,
 * to whatever server there is.
 */
import { request, type Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#contract/routes';
import type { PunchOutcome } from '#contract/time-entries';

export const PUNCHES = {
  clock_in: routes.clockIn.path,
  break_start: routes.startBreak.path,
  break_end: routes.endBreak.path,
  clock_out: routes.clockOut.path,
} as const;
export type PunchAction = keyof typeof PUNCHES;

/** What a server said: the status and the parsed body. Status 0: the line broke before it said anything. */
export interface Said {
  readonly status: number;
  readonly answer: unknown;
}

/** A try that settled nothing, and when that was known, in epoch ms. */
export interface Failure extends Said {
  readonly at: number;
}

export interface Press {
  readonly userId: string;
  readonly action: PunchAction;
  readonly requestId: string;
  /** Of the first answer that settles it (below 500); 0 while there is none. */
  status: number;
  /** The body of that answer: a `PunchOutcome` when the status is 200. */
  answer: unknown;
  /** Every later answer to the same request id. */
  readonly repeats: Said[];
  /** Every try that settled nothing, in order: no answer, 500, 503. */
  readonly failures: Failure[];
  /** Epoch ms of the first try. */
  readonly sentAt: number;
  /** Epoch ms at which it was settled; 0 while it is not. */
  answeredAt: number;
}

export const newPress = (userId: string, action: PunchAction): Press => ({
  userId,
  action,
  requestId: crypto.randomUUID(),
  status: 0,
  answer: null,
  repeats: [],
  failures: [],
  sentAt: Date.now(),
  answeredAt: 0,
});

export const isAcknowledged = (press: Press): press is Press & { answer: PunchOutcome } =>
  press.status === 200;

/** It was recorded by a try whose answer never came, or was no answer. */
export const wasUnheard = (press: Press): boolean =>
  isAcknowledged(press) && press.failures.some(({ at }) => Date.parse(press.answer.at) < at);

/** A try that hears nothing for so long is given up; the server gives up after 3 s. */
const NOTHING_HEARD_MS = 10_000;
const RETRY_MS = 100;

export interface Sender {
  readonly agent: Agent;
  /** The session. */
  readonly cookie: string;
  /** Where the next try goes. */
  server(): string;
  /** No try is begun after this. */
  readonly givenUp: AbortSignal;
}

/** Resolves when the press is settled, or when the sender has given up. */
export async function settle(press: Press, sender: Sender): Promise<void> {
  while (!sender.givenUp.aborted) {
    const said = await sendOnce(press, sender);
    if (said.status > 0 && said.status < 500) {
      if (press.status === 0) Object.assign(press, said, { answeredAt: Date.now() });
      else press.repeats.push(said);
      return;
    }
    press.failures.push({ ...said, at: Date.now() });
    await wait(RETRY_MS);
  }
}

function sendOnce({ action, requestId }: Press, { agent, cookie, server }: Sender): Promise<Said> {
  const body = JSON.stringify({ requestId });
  return new Promise((resolve) => {
    const nothing = (): void => resolve({ status: 0, answer: null });
    const sent = request(`${server()}${PUNCHES[action]}`, {
      agent,
      method: 'POST',
      timeout: NOTHING_HEARD_MS,
      headers: { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', nothing);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      // An answer that breaks off in the middle is none.
      response.on('close', () => {
        if (!response.complete) return nothing();
        resolve({ status: response.statusCode ?? 0, answer: parsed(text) });
      });
    });
    sent.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
