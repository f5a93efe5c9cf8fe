/** A TCP relay in front of a server. Tests can cut it, slow it down or make it hang. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Relay {
  /** Its port on 127.0.0.1; stays the same after `mend`. */
  readonly port: number;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Passes nothing on, not even the end of a connection, and reports no error. */
  hang(): void;
  /** Delays all data from the server by so many milliseconds; 0 ends the delay. */
  slow(ms: number): void;
  mend(): Promise<void>;
}

/** What happens to some bytes: they pass, or their connection is cut before, within or after them. */
export type Fate = 'passes' | 'cut before' | 'cut within' | 'cut after';

/** Decides what happens to passing bytes. @param connection the same object for both directions of a connection */
export type Watch = (chunk: Buffer, from: 'client' | 'server', connection: object) => Fate;

/** Opens a relay that passes all data on. @param connect opens a connection to the server */
export async function openRelay(connect: () => Socket, watch: Watch = () => 'passes'): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isHanging = false;
  let lateMs = 0;
  const server = createServer((near) => {
    const far = connect();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      const pass = inOrder(() => (from === far ? lateMs : 0));
      from.on('data', (chunk) =>
        pass(() => {
          if (isHanging) return;
          const fate = watch(chunk, from === near ? 'client' : 'server', near);
          if (fate === 'passes') to.write(chunk);
          else if (fate === 'cut before') from.destroy();
          else
            to.write(fate === 'cut after' ? chunk : chunk.subarray(0, chunk.length / 2), () =>
              from.destroy(),
            );
        }),
      );
      if (isHanging) from.pause();
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      isHanging = false;
      const closed = new Promise((resolve) => void server.close(resolve));
      breakAll();
      await closed;
    },
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    slow: (ms) => void (lateMs = ms),
    async mend() {
      isHanging = false;
      breakAll();
      if (!server.listening) await listen(port);
    },
  };
}

/** Delivers in order of arrival, each after the delay that is set when it arrives. */
function inOrder(delayMs: () => number): (deliver: () => void) => void {
  let waiting = 0;
  let earlier: Promise<unknown> = Promise.resolve();
  return (deliver) => {
    if (waiting === 0 && delayMs() === 0) return deliver();
    const due = wait(delayMs());
    waiting += 1;
    earlier = earlier
      .then(() => due)
      .then(() => {
        waiting -= 1;
        deliver();
      });
  };
}
