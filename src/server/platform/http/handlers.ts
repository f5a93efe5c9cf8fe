/** What answers a route: a room's `routes.ts` makes the handlers, `serve-routes.ts` puts them to work. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/routes/route';
import type { CheckedInputOf, OutputOf, RouteName, Routes } from '#contract/routes';
import type { Asker } from './asker.ts';
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

/** A file to be kept: what a route of the kind 'file' answers, its bytes as they are. */
export class FileAnswer {
  readonly bytes: Buffer;
  readonly type: string;
  /** Of letters, digits, '.', '-' and '_'. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(bytes: Buffer, type: string, name: string, headers: Readonly<Record<string, string>> = {}) {
    this.bytes = bytes;
    this.type = type;
    this.name = name;
    this.headers = headers;
  }
}

/** The routes that read for somebody: who that is they find out with what they read. */
type ReadName = {
  [Name in RouteName]: Routes[Name] extends { method: 'GET'; access: Exclude<Access, 'public'> }
    ? Name
    : never;
}[RouteName];

export type Call<Name extends RouteName> = AnyCall<Name> & (Name extends ReadName ? unknown : Known);

interface Known {
  /** Who is signed in. @throws Error on a public route, which has to ask for itself. */
  readonly session: () => Session;
}

interface AnyCall<Name extends RouteName> {
  /** Checked by the route's schema. */
  readonly input: CheckedInputOf<Name>;
  /** By whom alone anything can be read for somebody. @throws Error on a public route */
  readonly asker: () => Asker;
  /** The caller's address as the server sees it. */
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** `undefined` when the handler has taken over the connection (a stream). */
export type Answer<Name extends RouteName> =
  | OutputOf<Name>
  | ReadyJson
  | PackedAnswer
  | FileAnswer
  | Refusal
  | undefined;

export type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Answer<Name>> | Answer<Name>;

export type Handlers<Name extends RouteName = RouteName> = { readonly [Key in Name]: Handler<Key> };
