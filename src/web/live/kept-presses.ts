/** Presses that wait for a network, in IndexedDB: on disk before anybody is told that they are kept. */

const PRESSES = 'presses';

/** As the contract has it (`KeptClaim`), but for the number, which the database gives. */
export interface NewPress {
  readonly requestId: string;
  readonly punch: 'clock_in' | 'break_start' | 'break_end' | 'clock_out';
  readonly at: string;
  readonly offsetMs: number | null;
  readonly answeredAt: string | null;
  readonly steadyMs: number | null;
  /** Of a kiosk: who pressed, for the server alone. */
  readonly who?: { readonly sealed: string };
}
export type KeptPress = NewPress & { readonly counter: number };

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The request failed.'));
  });

/** @param owner whose presses they are: another person, and a kiosk, has others on the same device */
export function keptPressesOf(owner?: string) {
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(owner === undefined ? 'punctual-kept' : `punctual-kept-${owner}`, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(PRESSES, { keyPath: 'counter', autoIncrement: true });
    return done(request);
  };
  /** @throws when the browser does not commit, such as for lack of room */
  const run = async <Result>(
    mode: IDBTransactionMode,
    work: (presses: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const database = await open();
    try {
      const transaction = database.transaction(PRESSES, mode, { durability: 'strict' });
      const committed = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
      });
      const [result] = await Promise.all([done(work(transaction.objectStore(PRESSES))), committed]);
      return result;
    } finally {
      database.close();
    }
  };
  return {
    keep: (press: NewPress): Promise<unknown> => run('readwrite', (presses) => presses.add(press)),
    /** The oldest first. */
    list: (atMost?: number) =>
      run('readonly', (presses) => presses.getAll(null, atMost)) as Promise<KeptPress[]>,
    count: (): Promise<number> => run('readonly', (presses) => presses.count()),
    forget: (counter: number): Promise<unknown> => run('readwrite', (presses) => presses.delete(counter)),
  };
}
