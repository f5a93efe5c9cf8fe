/**
 * The shape of what answers a route. A room's `routes.ts` makes the handlers of its routes; `serve-routes.ts`
 * puts them to work.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckedInputOf, OutputOf, RouteName } from '#contract/routes';
import type { PackedAnswer } from './packed-json.ts';
import type { Refusal } from './refusal.ts';
import type { Session } from './session.ts';

/** A JSON text that is sent as it is: the stored answer of a punch. */
export class ReadyJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Call<Name extends RouteName> {
  /** Checked by the route's schema. */
  readonly input: CheckedInputOf<Name>;
  /** Who is signed in. @throws Error on a public route, which has to ask for itself. */
  readonly session: () => Session;
  /** The caller's address as the server sees it. */
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** `undefined` when the handler has taken over the connection (a stream). */
export type Answer<Name extends RouteName> = OutputOf<Name> | ReadyJson | PackedAnswer | Refusal | undefined;

export type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Name>> | Answer<Name>;

export type Handlers<Name extends RouteName = RouteName> = { readonly [Key in Name]: Handler<Key> };
