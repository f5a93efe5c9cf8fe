/**
 * The server's log: plain lines, one an event. What is secret (passwords, tokens, coordinates) is never
 * handed to it.
 */
import { formatWithOptions } from 'node:util';
import type { Clock } from './clock.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Log {
  error(message: string, details?: unknown): void;
  warn(message: string, details?: unknown): void;
  info(message: string, details?: unknown): void;
  debug(message: string, details?: unknown): void;
}

/**
 * @param level the least important level still written
 * @param write receives one finished line, without its line end
 */
export function createLog(level: LogLevel, clock: Clock, write: (line: string) => void): Log {
  const most = LOG_LEVELS.indexOf(level);
  const at = (name: Exclude<LogLevel, 'silent'>) => {
    if (LOG_LEVELS.indexOf(name) > most) return () => {};
    return (message: string, details?: unknown) => {
      const more = details === undefined ? '' : ` ${describe(details)}`;
      write(`${new Date(clock.now()).toISOString()} ${name} ${message}${more}`);
    };
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

/** A log that keeps silent, for callers that have none. */
export const silentLog: Log = { error() {}, warn() {}, info() {}, debug() {} };

/** An error keeps its stack here and only here: the log is for those who run the server. */
function describe(details: unknown): string {
  const text =
    details instanceof Error
      ? (details.stack ?? details.message)
      : formatWithOptions({ breakLength: Infinity, depth: 4 }, details);
  return text.replaceAll('\n', '\n  ');
}
