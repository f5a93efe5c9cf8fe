import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/route';
import type { CheckedInputOf, OutputOf, RouteName, Routes } from '#contract/routes';
import type { AuthenticatedReader } from './authenticated-reader.ts';
import type { PackedAnswer } from './packed-json.ts';
import type { Refusal } from './refusal.ts';
import type { KioskCaller, Session } from './caller.ts';

/** JSON text that is sent unchanged: the stored answer of a punch. */
export class ReadyJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class FileAnswer {
  readonly bytes: Buffer;
  readonly type: string;
  /** Has only letters, digits, '.', '-' and '_'. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(bytes: Buffer, type: string, name: string, headers: Readonly<Record<string, string>> = {}) {
    this.bytes = bytes;
    this.type = type;
    this.name = name;
    this.headers = headers;
  }
}

/** GETs for signed-in people. The session is read with the data, so `Call` has no `session()` here. */
type ReadName = {
  [Name in RouteName]: Routes[Name] extends { method: 'GET'; access: Exclude<Access, 'public' | 'kiosk'> }
    ? Name
    : never;
}[RouteName];

export type Call<Name extends RouteName> = AnyCall<Name> &
  (Routes[Name]['access'] extends 'kiosk' ? WithKiosk : Name extends ReadName ? unknown : WithSession);

interface WithKiosk {
  readonly kiosk: () => KioskCaller;
}

interface WithSession {
  /** @throws Error on a public route */
  readonly session: () => Session;
}

interface AnyCall<Name extends RouteName> {
  readonly input: CheckedInputOf<Name>;
  /** Reads data and checks the caller's session. @throws Error on a public route */
  readonly reader: () => AuthenticatedReader;
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Logs a warning: a limited number per hour for each person or network. */
  readonly warn: (text: string) => void;
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
