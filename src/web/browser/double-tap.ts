/**
 * Where an answer takes a card off the screen, what stood below moves up under the finger. The second tap of a double tap
 * must not press it: nobody meant to clock in, or to confirm a month.
 */

/** As long as the taps of a double tap may be apart, and as far. */
const APART_MS = 500;
const APART_PX = 24;

const controlAt = (target: EventTarget | null): Element | null => {
  const found =
    target instanceof Element ? target.closest('button, a, input, select, textarea, label, [role]') : null;
  return found instanceof HTMLLabelElement ? found.control : found;
};

/**
 * A tap presses nothing else than what was there at the one just before it, at the same place.
 * @returns ends it
 */
export function watchDoubleTaps(): () => void {
  let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, control: null as Element | null };
  const watch = (event: PointerEvent) => {
    const { timeStamp: at, clientX: x, clientY: y } = event;
    // A browser counts the clicks of a mouse in `detail`, but not the taps of a finger.
    const isAgain =
      (event.detail > 1 || event.pointerType === 'touch') &&
      at - last.at < APART_MS &&
      Math.hypot(x - last.x, y - last.y) < APART_PX;
    const control = controlAt(event.target);
    if (isAgain && control !== last.control) {
      event.preventDefault();
      event.stopImmediatePropagation();
      last = { ...last, at };
    } else last = { at, x, y, control };
  };
  addEventListener('click', watch, true);
  return () => removeEventListener('click', watch, true);
}
