/**
 * Ends connections when the server stops. Browsers open some ahead of need and send nothing on them; Node
 * counts those as busy, and a stop would wait for them for minutes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that still run at a stop may take so long. */
const GRACE_MS = 5_000;

/**
 * @returns what ends all connections without a request at once, and the others as soon as they are answered
 */
export function trackConnections(server: Server, isTls: boolean): () => void {
  const idle = new Set<Socket>();
  let ending = false;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    idle.add(socket);
    socket.on('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.on('close', () => {
      if (ending) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  return () => {
    ending = true;
    for (const socket of idle) socket.destroy();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  };
}
