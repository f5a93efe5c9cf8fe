/** What the commands of the model are made of: a request to real servers, and its answer held against the model. */
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { TimeEntry } from '#contract/records';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import type { ApiClient } from '#tests/api/client';
import type { Entry, Model, Person } from './model.ts';
import type { Said, Where, Workplace } from './model-workplace.ts';

export type Command = fc.AsyncCommand<Model, Workplace>;

/** @param check whether it can be done at all, as the model stands */
export const command = (
  name: string,
  run: (model: Model, workplace: Workplace) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command => ({ check, run, toString: () => name });

/** Which of the people, of whom there are two at least; mostly the first, so that more happens to her. */
export const who = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat({ max: 3 }) },
);
export function somebody({ people }: Model, which: number): Person {
  const person = people[which % people.length];
  if (!person) throw new Error('There is nobody.');
  return person;
}

/** To which server a request goes, and what befalls it on its way. */
export interface Sending {
  readonly where: Where;
  /** At both servers at once, under one request id; or its server is killed so many milliseconds after. */
  readonly how: 'once' | 'twice' | number;
}
export const where = fc.constantFrom<Where[]>(0, 1);
export const sending: fc.Arbitrary<Sending> = fc.record({
  where,
  how: fc.oneof(
    { weight: 12, arbitrary: fc.constant<Sending['how']>('once') },
    { weight: 3, arbitrary: fc.constant<Sending['how']>('twice') },
    { weight: 1, arbitrary: fc.nat({ max: 8 }) },
  ),
});
export const sent = ({ where: at, how }: Sending): string =>
  `at ${at}${how === 'once' ? '' : how === 'twice' ? ', twice at once' : `, killed after ${how} ms`}`;

/**
 * Sends a request and holds what is said against the model, which has done the same already.
 * @param by whose it is; null for the admin, and for who registers
 * @param expected what the model says: the code of a problem, or what was done
 * @param seen the same in what a server answers
 */
export async function agree<Name extends RouteName>(
  model: Model,
  workplace: Workplace,
  request: {
    readonly by: Person | null;
    readonly sending: Sending;
    readonly route: Name;
    readonly input: InputOf<Name>;
  },
  expected: unknown,
  seen: (output: OutputOf<Name>) => unknown,
): Promise<void> {
  const { by, route, input } = request;
  const browser = by ? workplace.browserOf(by.id) : workplace.admin;
  for (const said of await send(workplace, browser, request)) {
    expect('output' in said ? seen(said.output) : said.code).toEqual(expected);
    if ('output' in said && 'requestId' in input && input.requestId !== undefined)
      model.keep({ by, route, requestId: input.requestId, input, output: said.output });
  }
}

async function send<Name extends RouteName>(
  workplace: Workplace,
  browser: ApiClient,
  {
    sending: { where: at, how },
    route,
    input,
  }: { readonly sending: Sending; readonly route: Name; readonly input: InputOf<Name> },
): Promise<Said<Name>[]> {
  const ask = (place: Where) => workplace.ask(browser, place, route, input);
  if (how === 'once') return [await ask(at)];
  if (how === 'twice') return Promise.all([ask(at), ask(at ? 0 : 1)]);
  const asked = ask(at);
  await wait(how);
  await workplace.places[at].kill();
  return [await asked];
}

/** Of what a server answers, what the model knows. */
export const likeThat = (known: object, answered: object): object =>
  Object.fromEntries(Object.entries(answered).filter(([name]) => name in known));

/** What is told of a person, by the model and by the servers alike; or why not. */
export const told = (
  person: string | Pick<Person, 'id' | 'name' | 'department' | 'isActive' | 'version'>,
) => {
  if (typeof person === 'string') return person;
  const { id, name, department, isActive, version } = person;
  return { id, name, department, isActive, version };
};

/** An entry as the model has it. */
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
  closing: entry.closedBy?.reason ?? null,
});
