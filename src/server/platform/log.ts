/** The server's log: pino, a JSON object per line. It never contains passwords, tokens, coordinates or notes. */
import { type Logger, pino } from 'pino';
import type { Clock } from './clock.ts';

/** Returns the error's code, e.g. 'ECONNRESET' or an SQLSTATE, or '' if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Leaves out PostgreSQL's `detail`, which contains whole rows. */
export function toLogText(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? ` (${error.constraint})` : '';
  return `${codeOf(error)} ${error.stack ?? error.message}${constraint}`.trim();
}

/** For errors that callers can cause at will. */
export const toShortLogText = (error: unknown): string =>
  `${codeOf(error)} ${error instanceof Error ? error.message : ''}`.trim();

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Log = Logger;

export function createLog(level: LogLevel, clock: Clock, write: (line: string) => void): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // Removes error details and URL queries from lines that Fastify logs: these hold whole rows and what people typed.
      serializers: {
        err: toLogText,
        req: ({ method = '', url = '' }: { method?: string; url?: string }) =>
          `${method} ${url.split('?', 1)[0]}`,
        res: ({ statusCode }: { statusCode?: number }) => statusCode,
      },
    },
    { write },
  );
}
