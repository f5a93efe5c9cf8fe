/** Runs the built product without checking that the build is up to date, since the sources may be changing. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..', '..');
const { runCommand } = await import(pathToFileURL(path.join(root, 'dist', 'server', 'cli.js')).href);
await runCommand(process.argv.slice(2), { root, parent: process.ppid });
