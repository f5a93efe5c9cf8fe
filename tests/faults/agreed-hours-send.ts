import type { WallTime } from '#contract/corrections/corrections';
import type { InputOf, RouteName } from '#contract/routes';
import type { AgreedPlace, Worker } from './agreed-hours-place.ts';
import type { Step } from './agreed-hours-steps.ts';

export const worker = (place: AgreedPlace, step: Step): Worker => place.workers[step.of];

export const wall = (at: number): WallTime => {
  const text = new Date(at).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
};

/** Sends to one server, to both at once, or to one that is killed meanwhile, until there is an answer. */
export async function send<Name extends RouteName>(
  place: AgreedPlace,
  { by, where, fate }: Pick<Step, 'by' | 'where' | 'fate'>,
  route: Name,
  input: InputOf<Name>,
): Promise<void> {
  const asked = [place.ask(by, where, route, input)];
  if (fate === 'twice') asked.push(place.ask(by, where ? 0 : 1, route, input));
  if (typeof fate === 'number') await place.killAfter(where, fate);
  const said = await Promise.all(asked);
  place.heard(route, said);
}
