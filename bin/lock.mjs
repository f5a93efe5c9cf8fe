/**
 * Two starts of one checkout must not install or build at once: the second waits, and then finds the work
 * done.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const EVERY = 200;

/**
 * @template Result
 * @param {string} folder where the lock is kept
 * @param {() => Promise<Result>} work
 */
export async function withLock(folder, work) {
  const lock = path.join(folder, 'preparing');
  mkdirSync(folder, { recursive: true });
  for (let waiting = false; !tryLock(lock); waiting = true) {
    if (!waiting) process.stdout.write('Waiting for another start that is preparing the same checkout ...\n');
    await wait(EVERY);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** Whether the lock's process is alive. An empty file counts as held, since its process is just writing it. */
function isHeld(lock) {
  try {
    const text = readFileSync(lock, 'utf8');
    return text === '' || process.kill(Number(text), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
