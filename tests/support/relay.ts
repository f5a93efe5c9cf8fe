/** A line on the way to a server that can be cut or made to hang. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Relay {
  /** Where it is heard on 127.0.0.1, the same after each mending. */
  readonly port: number;
  /** Every connection breaks, and new ones are refused. */
  cut(): Promise<void>;
  /** Nothing comes through any more, not even that a side has ended, and nothing says so. */
  hang(): void;
  /** Whatever the server says comes so many milliseconds late; 0 for at once again. */
  slow(ms: number): void;
  mend(): Promise<void>;
}

/** What becomes of some bytes: they come through, or their connection is cut before, within or after them. */
export type Fate = 'passes' | 'cut before' | 'cut within' | 'cut after';

/** Decides about what goes by. @param connection the same object for both ways of one connection */
export type Watch = (chunk: Buffer, from: 'client' | 'server', connection: object) => Fate;

/** Passes on all that is said to it. @param connect makes a connection to the server */
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

/** Delivers each thing so late as it is said when it comes, and never before what came earlier. */
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
