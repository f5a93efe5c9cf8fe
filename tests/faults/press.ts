/**
 * One press of a button, sent under one request id until it is answered, over kept connections to any server.
 */
import { request, type Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '#contract/routes';
import type { PunchOutcome } from '#contract/clock/clock';

export const PUNCHES = {
  clock_in: routes.clockIn.path,
  break_start: routes.startBreak.path,
  break_end: routes.endBreak.path,
  clock_out: routes.clockOut.path,
} as const;
export type PunchAction = keyof typeof PUNCHES;

/** An answer: status and parsed body. Status 0 means that the connection broke before it. */
export interface Said {
  readonly status: number;
  readonly answer: unknown;
}

/** A try without a final answer, and its end in epoch ms. */
export interface Failure extends Said {
  readonly at: number;
}

export interface Press {
  readonly userId: string;
  readonly action: PunchAction;
  readonly requestId: string;
  /** Status of the first final answer (below 500); 0 while there is none. */
  status: number;
  /** The body of that answer: a `PunchOutcome` when the status is 200. */
  answer: unknown;
  /** Every later answer to the same request id. */
  readonly repeats: Said[];
  /** Every try without a final answer, in order: none, 500 or 503. */
  readonly failures: Failure[];
  /** Epoch ms of the first try. */
  readonly sentAt: number;
  /** Epoch ms of the final answer; 0 before. */
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

/** Whether a try recorded the punch although its answer was lost. */
export const wasUnheard = (press: Press): boolean =>
  isAcknowledged(press) && press.failures.some(({ at }) => Date.parse(press.answer.at) < at);

/** Time limit of a try. The server's limit is 3 s. */
const NOTHING_HEARD_MS = 10_000;

export interface Sender {
  readonly agent: Agent;
  /** The session's cookie. */
  readonly cookie: string;
  /** Where the next try goes. */
  server(): string;
  /** Milliseconds between a try without an answer and the next. */
  readonly retryMs: number;
  /** No try starts after this. */
  readonly givenUp: AbortSignal;
}

/** Resolves when the press is answered or the sender has stopped. */
export async function settle(press: Press, sender: Sender): Promise<void> {
  while (!sender.givenUp.aborted) {
    const said = await sendOnce(press, sender);
    if (said.status > 0 && said.status < 500) {
      if (press.status === 0) Object.assign(press, said, { answeredAt: Date.now() });
      else press.repeats.push(said);
      return;
    }
    press.failures.push({ ...said, at: Date.now() });
    await wait(sender.retryMs);
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
      // An incomplete answer is no answer.
      response.on('close', () => {
        if (!response.complete) return nothing();
        const { statusCode = 0 } = response;
        // 502 and 504 mean that a gateway got no answer from the server.
        resolve({ status: statusCode === 502 || statusCode === 504 ? 0 : statusCode, answer: parsed(text) });
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
