import { useEffect, useRef, useState } from 'react';

/**
 * The value, at most so often: at once when it has rested for a while, else with the next turn. For what is
 * costly to draw.
 */
export function useThrottled<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(value);
  const drawn = useRef(value);
  latest.current = value;
  useEffect(() => {
    if (timer.current !== undefined) return;
    const draw = () => {
      timer.current = undefined;
      if (Object.is(drawn.current, latest.current)) return;
      drawn.current = latest.current;
      setShown(latest.current);
      timer.current = setTimeout(draw, everyMs);
    };
    draw();
  }, [value, everyMs]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return shown;
}
