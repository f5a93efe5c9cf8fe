/** A bar that fills, for who watches at a terminal; nothing for a file or another program. */

const WIDTH = 30;
/** Milliseconds between two drawings. */
const DRAW_EVERY = 100;

export interface ProgressBar {
  show(done: number, total: number): void;
  /** Takes the bar away, so that what is printed next has the line. */
  clear(): void;
}

/** @param unit what is counted, e.g. 'records' */
export function progressBar(unit: string, out: NodeJS.WriteStream = process.stderr): ProgressBar {
  let drawnAt = -Infinity;
  return {
    show(done, total) {
      if (!out.isTTY || performance.now() - drawnAt < DRAW_EVERY) return;
      drawnAt = performance.now();
      const part = total === 0 ? 1 : Math.min(1, done / total);
      const bar = '#'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '.');
      out.write(
        `\r[${bar}] ${Math.floor(part * 100)} %  ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`,
      );
    },
    clear() {
      if (out.isTTY && drawnAt > 0) out.write('\r\u001b[K');
    },
  };
}
