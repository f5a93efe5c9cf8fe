/** Programs that a campaign needs besides the product, each from a package of Debian. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * @param file absolute, or a name that is looked for in PATH
 * @returns the path of the program
 * @throws Error that says what to install
 */
export function debianProgram(file: string, debianPackage: string): string {
  const folders = path.isAbsolute(file) ? [''] : (process.env['PATH'] ?? '').split(path.delimiter);
  const found = folders.map((folder) => path.join(folder, file)).find(existsSync);
  if (found === undefined) throw new Error(`This campaign needs ${file}: apt-get install ${debianPackage}`);
  return found;
}
