/** PostgreSQL's `detail` repeats whole rows, with notes and coordinates, and is left out. */
export function forLog(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? ` (${error.constraint})` : '';
  return `${code} ${error.stack ?? error.message}${constraint}`.trim();
}
