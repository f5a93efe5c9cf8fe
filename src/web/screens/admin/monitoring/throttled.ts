import { useEffect, useRef, useState } from 'react';

/** The value, at most so often: at once when it has not changed for a while, else with the next turn. For what is costly to make. */
export function useThrottled<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    if (timer.current !== undefined || Object.is(shown, value)) return;
    setShown(value);
    const rest = () => {
      timer.current = undefined;
      setShown(latest.current);
    };
    timer.current = setTimeout(rest, everyMs);
  }, [value, shown, everyMs]);
  useEffect(() => () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  return shown;
}
