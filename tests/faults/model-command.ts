/** Commands of the model: each sends a request to real servers and compares the answer with the model. */
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { TimeEntry } from '#contract/records';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import type { Entry, Model, Person } from './model.ts';
import type { Said, Where, Workplace } from './model-workplace.ts';

export type Command = fc.AsyncCommand<Model, Workplace>;

/** @param check whether the model allows it now */
export const command = (
  name: string,
  run: (model: Model, workplace: Workplace) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command => ({ check, run, toString: () => name });

/**
 * A kind of commands.
 * @param weight how often they are drawn, relative to others
 * @param drawn the random values, or those of an example
 */
export const kind = <Drawn>(weight: number, drawn: fc.Arbitrary<Drawn>, of: (drawn: Drawn) => Command) => ({
  weight,
  arbitrary: drawn.map(of),
  of,
});

/** One of at least two people; mostly the first, so that more happens to her. */
export const who = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat({ max: 3 }) },
);
export function somebody({ people }: Model, which: number): Person {
  const person = people[which % people.length];
  if (!person) throw new Error('There is nobody.');
  return person;
}

/** The server of a request, and faults on its way. */
export interface Sending {
  readonly where: Where;
  /** Sent to both servers at once under one request id, or its server is killed after some milliseconds. */
  readonly fate: 'once' | 'twice' | number;
}
export const where = fc.constantFrom<Where[]>(0, 1);
export const sending: fc.Arbitrary<Sending> = fc.record({
  where,
  fate: fc.oneof(
    { weight: 24, arbitrary: fc.constant<Sending['fate']>('once') },
    { weight: 6, arbitrary: fc.constant<Sending['fate']>('twice') },
    { weight: 1, arbitrary: fc.nat({ max: 8 }) },
  ),
});
export const sent = ({ where: at, fate }: Sending): string =>
  `at ${at}${fate === 'once' ? '' : fate === 'twice' ? ', twice at once' : `, killed after ${fate} ms`}`;

interface Request<Name extends RouteName> {
  /** Null for the admin and for a registration. */
  readonly by: Person | null;
  readonly how: Sending;
  readonly route: Name;
  readonly input: InputOf<Name>;
  /** The result in the model: the code of a problem, or what was done. */
  readonly expected: unknown;
  /** The same result in a server's answer. */
  readonly seen: (output: OutputOf<Name>) => unknown;
}

/** Sends a request and compares the answer with the model. */
export async function agree<Name extends RouteName>(
  workplace: Workplace,
  request: Request<Name>,
): Promise<void> {
  const { by, route, input, expected, seen } = request;
  for (const said of await send(workplace, request)) {
    expect('output' in said ? seen(said.output) : said.code).toEqual(expected);
    if ('output' in said && 'requestId' in input && input.requestId !== undefined)
      workplace.keep({ by, route, requestId: input.requestId, input, output: said.output });
  }
}

async function send<Name extends RouteName>(
  workplace: Workplace,
  { by, how: { where: at, fate }, route, input }: Request<Name>,
): Promise<Said<Name>[]> {
  const browser = by ? workplace.browserOf(by.id) : workplace.admin;
  const ask = (place: Where) => workplace.ask(browser, place, route, input);
  if (fate === 'once') return [await ask(at)];
  if (fate === 'twice') return Promise.all([ask(at), ask(at ? 0 : 1)]);
  const asked = ask(at);
  await wait(fate);
  await workplace.places[at].kill();
  return [await asked];
}

/** The part of a server's answer that the model knows. */
export const likeThat = (known: object, answered: object): object =>
  Object.fromEntries(Object.entries(answered).filter(([name]) => name in known));

/** The compared fields of a person, or the code of the problem. */
export const told = (
  person: string | Pick<Person, 'id' | 'name' | 'department' | 'isActive' | 'version'>,
) => {
  if (typeof person === 'string') return person;
  const { id, name, department, isActive, version } = person;
  return { id, name, department, isActive, version };
};

/** Converts an entry of the server to an entry of the model. */
export const seenEntry = (entry: TimeEntry): Entry => ({
  id: entry.id,
  clockIn: Date.parse(entry.clockIn),
  clockOut: entry.clockOut === null ? null : Date.parse(entry.clockOut),
  breaks: (entry.break ?? []).map(({ start, end }) => [
    Date.parse(start),
    end === undefined ? null : Date.parse(end),
  ]),
  notes: entry.notes,
  isLocated: entry.location !== undefined,
  setAside: entry.setAsideAt === undefined ? null : Date.parse(entry.setAsideAt),
  closing: entry.closedBy?.reason ?? null,
});
