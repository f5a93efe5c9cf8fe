/**
 * Ends connections when the server stops. Browsers open some ahead of need and send nothing on them; Node
 * counts those as busy, and a stop would wait for them for minutes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Requests that still run at a stop may take so long. */
const GRACE_MS = 5_000;
/** Requests that keep coming are waited for so long. */
const READ_WITHIN_MS = 1_000;

/** @returns what ends all connections without a request, and the others as soon as they are answered */
export function trackConnections(server: Server, isTls: boolean): () => Promise<void> {
  const idle = new Set<Socket>();
  let arrived = 0;
  let ending = false;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    arrived += 1;
    idle.add(socket);
    socket.on('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    arrived += 1;
    idle.delete(socket);
    response.on('close', () => {
      if (ending) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  /** Until a turn of the event loop brings nothing: Node accepts one connection a turn. */
  const readWhatWasSent = async (): Promise<void> => {
    const until = performance.now() + READ_WITHIN_MS;
    await nextTurn();
    for (let before = -1; before < arrived && performance.now() < until;) {
      before = arrived;
      await nextTurn();
    }
  };
  return async () => {
    // A connection that is closed with a request unread is reset.
    await readWhatWasSent();
    ending = true;
    for (const socket of idle) socket.destroy();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  };
}
