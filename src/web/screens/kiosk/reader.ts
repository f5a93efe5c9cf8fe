/** Tells a badge reader that types from a person: a reader's keys come within milliseconds. */
import { BADGE_PATTERN } from '#domain/kiosk/identity';

/** A reader's next key comes within this time. People type slower, and hold keys down. */
const NEXT_KEY_MS = 60;

interface Key {
  /** `KeyboardEvent.code`: the same on every keyboard layout. */
  readonly code: string;
  readonly at: number;
}

/** The digit or letter that a key stands for on a reader's keyboard; undefined for others. */
function signOf(code: string): string | undefined {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit !== undefined) return digit;
  return /^Key([A-F])$/.exec(code)?.[1];
}

const ENDS = ['Enter', 'NumpadEnter', 'Tab'];

/** Collects keys. `press` returns the badge once its last key came; `isReading` tells that keys come too fast for a person. */
export function createReader() {
  let signs = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    isReading: (at: number): boolean => signs.length > 1 && at - lastAt <= NEXT_KEY_MS,
    press({ code, at }: Key): string | null {
      const isSlow = at - lastAt > NEXT_KEY_MS;
      lastAt = at;
      if (ENDS.includes(code)) {
        const badge = isSlow ? '' : signs;
        signs = '';
        return BADGE_PATTERN.test(badge) ? badge : null;
      }
      // A reader may hold Shift for letters or, on other layouts, for digits.
      if (code.startsWith('Shift')) return null;
      const sign = signOf(code);
      signs = sign === undefined ? '' : isSlow ? sign : signs + sign;
      return null;
    },
  };
}

/** Calls `listener` with each badge. Keys of a reader reach nothing else once they are known to be one's. */
export function onBadge(listener: (badge: string) => void): () => void {
  const reader = createReader();
  const listen = (event: KeyboardEvent): void => {
    if (event.repeat) return;
    const badge = reader.press({ code: event.code, at: event.timeStamp });
    if (badge !== null || reader.isReading(event.timeStamp)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (badge !== null) listener(badge);
  };
  addEventListener('keydown', listen, { capture: true });
  return () => removeEventListener('keydown', listen, { capture: true });
}
