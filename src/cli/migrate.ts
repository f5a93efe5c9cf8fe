/** `punctual migrate`: for those who want the database brought up to date before the servers start. */
import { withDatabase } from './command.ts';

export async function migrateOnly({
  root,
  print,
}: {
  root: string;
  print: (line: string) => void;
}): Promise<void> {
  await withDatabase(root, async () => print('The database is up to date.'));
}
