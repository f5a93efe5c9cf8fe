/** A GET's first statement also reads its session ([why](../../../../docs/decisions/028-reads-prove-their-session.md)). */
import type { Access, Route } from '#contract/route';
import { readRow, valuesOf, type QueryParts, type ValuesOf } from '../database/sql.ts';
import type { Queryable } from '../database/connection.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { authorize } from './guard.ts';
import { Refusal } from './refusal.ts';
import type { Session, SessionProof } from './caller.ts';

export type ReadResult<These extends QueryParts> = ValuesOf<These> & { readonly session: Session };

export class AuthenticatedReader {
  readonly #database: Pick<Database, 'pool'>;
  readonly #route: Route;
  readonly #prove: (access: Access) => SessionProof | null;
  #proof: SessionProof | null | undefined;
  #authorization: Session | Refusal | null = null;
  #caller: Session | null = null;

  constructor(
    database: Pick<Database, 'pool'>,
    route: Route,
    prove: (access: Access) => SessionProof | null,
  ) {
    this.#database = database;
    this.#route = route;
    this.#prove = prove;
  }

  /** Null until the caller is authorized or refused. */
  get authorization(): Session | Refusal | null {
    return this.#authorization;
  }

  /** Null until the session is checked, and for refused callers. */
  get session(): Session | null {
    return this.#authorization instanceof Refusal ? null : this.#authorization;
  }

  /** The caller's session, even if the caller may not use this route. */
  get caller(): Session | null {
    return this.#caller;
  }

  /** Null when the request names no session. */
  get proof(): SessionProof | null {
    this.#proof ??= this.#prove(this.#route.access);
    return this.#proof;
  }

  authorize(session: Session | null): Session | Refusal {
    this.#caller = session;
    this.#authorization = authorize(this.#route, session);
    return this.#authorization;
  }

  async checkSession(): Promise<Session | Refusal> {
    const found = await this.#find(this.#database.pool, {});
    return found instanceof Refusal ? found : found.session;
  }

  /** Checks the session, then calls `answer`. For routes that read nothing but the session. */
  async withSession<Result>(answer: () => Promise<Result> | Result): Promise<Result | Refusal> {
    const session = await this.checkSession();
    return session instanceof Refusal ? session : answer();
  }

  /** Reads all parts in one statement. */
  read<These extends QueryParts>(parts: These): Promise<ReadResult<These> | Refusal> {
    return this.#onFailure(() => this.#find(this.#database.pool, parts));
  }

  /** Reads the parts in one statement, then more on the same snapshot. */
  inSnapshot<These extends QueryParts, Result>(
    parts: These,
    read: (tx: Transaction, found: ReadResult<These>) => Promise<Result>,
  ): Promise<Result | Refusal> {
    return this.#onFailure(() =>
      inTransaction(
        this.#database,
        async (tx) => {
          const found = await this.#find(tx, parts);
          return found instanceof Refusal ? found : read(tx, found);
        },
        'REPEATABLE READ READ ONLY',
      ),
    );
  }

  async #find<These extends QueryParts>(tx: Queryable, parts: These): Promise<ReadResult<These> | Refusal> {
    const { proof } = this;
    const row: object = proof ? await readRow(tx, [proof, ...Object.values(parts)]) : {};
    const session = this.authorize(proof && proof.valueOf(row));
    return session instanceof Refusal ? session : { ...valuesOf(parts, row), session };
  }

  /** Reads only the session. Does not read whether the person is a team lead, since that part may have failed. */
  async #proveAfterFailure(): Promise<Session | Refusal> {
    const access = this.#route.access === 'lead' ? 'employee' : this.#route.access;
    const proof = this.#prove(access);
    const session = proof && proof.valueOf(await readRow(this.#database.pool, [proof]));
    this.#authorization = authorize({ ...this.#route, access }, session);
    return this.#authorization;
  }

  /** If the read fails, callers without the right to this route still get their refusal, not the error. */
  async #onFailure<Result>(work: () => Promise<Result>): Promise<Result | Refusal> {
    this.#authorization = null;
    try {
      return await work();
    } catch (error) {
      if (this.#authorization !== null || isUnavailable(error)) throw error;
      const session = await this.#proveAfterFailure();
      if (session instanceof Refusal) return session;
      throw error;
    }
  }
}
