/**
 * A browser for tests: keeps cookies, and parses every answer and event with the contract's strict schemas.
 */
import { LiveEvent } from '#contract/monitoring/live';
import { Problem, problemText, problemStatus } from '#contract/problems';
import { routes, type InputOf, type OutputOf, type RouteName } from '#contract/routes';
import { refusalsOf, type Route } from '#contract/route';

/** Off while a server of an earlier version answers. */
export const parsing = { isStrict: true };

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Answer<Name extends RouteName> =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Headers;
      readonly output: OutputOf<Name>;
      readonly text: string;
    }
  | { readonly ok: false; readonly status: number; readonly headers: Headers; readonly problem: Problem };

export class ApiClient {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  /** Sent with every request, e.g. `x-forwarded-for`. */
  headers: Record<string, string> = {};

  constructor(url: string) {
    this.url = url;
  }

  /** The same browser at another server of the same installation. */
  at(url: string): ApiClient {
    const other = new ApiClient(url);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  /** The Cookie header, or ''. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends any request, and does not check the answer. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const { cookie } = this;
    const headers = {
      ...(cookie === '' ? {} : { cookie }),
      ...this.headers,
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const response = await fetch(`${this.url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#take(line);
    return response;
  }

  #take(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.trim().split('=');
    const isGone = value === '' || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Sends a body (POST) or a query (GET) of any shape to a route. */
  async send(name: RouteName, input: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const { method, path } = routes[name];
    const response =
      method === 'POST'
        ? await this.fetch(path, {
            method,
            body: JSON.stringify(input),
            headers: { 'content-type': 'application/json', ...headers },
          })
        : await this.fetch(`${path}${queryOf(input)}`, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Calls a route; the answer is what the contract says, or the test fails. */
  async call<Name extends RouteName>(
    name: Name,
    input: InputOf<Name>,
    headers: Record<string, string> = {},
  ): Promise<Answer<Name>> {
    const { status, headers: answered, text } = await this.send(name, input, headers);
    if (status === 200) {
      const value: unknown = ['text', 'file'].includes(routes[name].kind ?? 'json') ? text : JSON.parse(text);
      return {
        ok: true,
        status,
        headers: answered,
        text,
        output: (parsing.isStrict ? routes[name].output.parse(value) : value) as OutputOf<Name>,
      };
    }
    return { ok: false, status, headers: answered, problem: refusalOf(name, status, text) };
  }

  /** Calls a route that must succeed. */
  async ask<Name extends RouteName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
    const answer = await this.call(name, input);
    if (!answer.ok)
      throw new Error(`${name} was refused: ${answer.status} ${JSON.stringify(answer.problem)}`);
    return answer.output;
  }

  /** Calls a route that must be refused; anything may be sent. */
  async refusal(
    name: RouteName,
    input: unknown,
    headers: Record<string, string> = {},
  ): Promise<Problem & { status: number }> {
    const { status, text } = await this.send(name, input, headers);
    return { ...refusalOf(name, status, text), status };
  }

  /** Opens the live stream. */
  live(options: LiveOptions = {}): Promise<LiveReader> {
    return LiveReader.open(this, options);
  }
}

/**
 * Checks a problem's status and message against the contract. Skips messages about fields. While the database is
 * unreachable, each route has a message of its own.
 */
export function parseProblem(
  status: number,
  text: string,
  { failure }: Pick<Route, 'failure'> = {},
): Problem {
  const problem = Problem.parse(JSON.parse(text));
  const { code, fields, message } = problem;
  if (problemStatus(code) !== status) throw new Error(`${code} came with status ${status}.`);
  const words = problemText(code === 'unavailable' ? (failure ?? code) : code);
  if (fields === undefined && message.replace(/\b\d\d:\d\d\b/u, '{time}') !== words.replace('{days}', '62'))
    throw new Error(`${code} says: ${message}`);
  return problem;
}

/** Checks that the contract lists this refusal for the route. */
function refusalOf(name: RouteName, status: number, text: string): Problem {
  const route: Route = routes[name];
  const problem = parseProblem(status, text, route);
  if (!refusalsOf(route).has(problem.code))
    throw new Error(`${name} was refused with ${problem.code}, which is not among its refusals.`);
  return problem;
}

export function queryOf(input: unknown): string {
  const query = new URLSearchParams(
    Object.entries(input ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size === 0 ? '' : `?${query}`;
}

interface LiveOptions {
  readonly after?: string;
  readonly version?: string;
  readonly lastEventId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Many streams bring the same events: each text is parsed and kept once. */
const parsedEvents = new Map<string, LiveEvent>();
function parsedEvent(text: string): LiveEvent {
  const event =
    parsedEvents.get(text) ??
    (parsing.isStrict ? LiveEvent.parse(JSON.parse(text)) : (JSON.parse(text) as LiveEvent));
  if (parsedEvents.size > 10_000) parsedEvents.clear();
  parsedEvents.set(text, event);
  return event;
}

/** Reads a stream of server-sent events to the end, keeping all of them. */
export class LiveReader {
  readonly status: number;
  readonly events: LiveEvent[] = [];
  /** The event ids, as a browser would store them. */
  lastEventId = '';
  ended = false;
  /** The error that ended the stream; '' if it ended normally. */
  failure = '';
  #abort: AbortController;
  #listeners = new Set<() => void>();

  private constructor(status: number, abort: AbortController) {
    this.status = status;
    this.#abort = abort;
  }

  static async open(
    client: ApiClient,
    { lastEventId, headers = {}, ...input }: LiveOptions,
  ): Promise<LiveReader> {
    const abort = new AbortController();
    const response = await client.fetch(`${routes.live.path}${queryOf(input)}`, {
      signal: abort.signal,
      headers: { ...headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    });
    const reader = new LiveReader(response.status, abort);
    if (response.status === 200 && response.body) void reader.#read(response.body);
    else reader.ended = true;
    return reader;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
        for (const listener of this.#listeners) listener();
      }
    } catch (error) {
      // We closed the stream, or the server cut it; both end it.
      this.failure = String(error);
    }
    this.ended = true;
    for (const listener of this.#listeners) listener();
  }

  #take(block: string): void {
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) this.lastEventId = line.slice(4);
      if (line.startsWith('data: ')) this.events.push(parsedEvent(line.slice(6)));
    }
  }

  get changes(): Extract<LiveEvent, { type: 'change' }>[] {
    return this.events.filter((event) => event.type === 'change');
  }

  /**
   * Waits until the condition holds; fails after `withinMs` with the events received. The default is long, since a
   * long transaction of another test in the same cluster delays all changes.
   */
  async until(condition: (reader: LiveReader) => boolean, withinMs = 45_000): Promise<void> {
    if (condition(this)) return;
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`${why}; so far: ${JSON.stringify(this.events)}`));
      const timer = setTimeout(() => {
        this.#listeners.delete(look);
        fail(`Not within ${withinMs} ms`);
      }, withinMs);
      const look = (): void => {
        const isReached = condition(this);
        if (!isReached && !this.ended) return;
        clearTimeout(timer);
        this.#listeners.delete(look);
        if (isReached) resolve();
        else fail('The stream has ended');
      };
      this.#listeners.add(look);
      if (this.ended) look();
    });
  }

  hello(): Promise<void> {
    return this.until(({ events }) => events[0]?.type === 'hello');
  }

  close(): void {
    this.#abort.abort();
  }
}
