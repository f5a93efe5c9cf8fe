/** One's own pay periods, live, and what is said about them. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MyPeriod } from '#contract/periods';
import { call } from '#web/api.ts';
import { useSnapshot } from '#web/live/use-snapshot.ts';
import { applyToMyPeriods, withPeriod, type MyPeriods } from './my-periods.ts';

const KEY = ['myPeriods'];

export function useMyPeriods(zone: string) {
  const apply = useMemo(() => applyToMyPeriods(zone), [zone]);
  return useSnapshot('myPeriods', apply);
}

export interface Saying {
  readonly doing: 'confirm' | 'object' | null;
  readonly problem: string | null;
  confirm(): void;
  /** @returns whether it was recorded */
  object(reason: string): Promise<boolean>;
}

export function useSaying({ first, last, version, figures }: MyPeriod): Saying {
  const client = useQueryClient();
  const [doing, setDoing] = useState<Saying['doing']>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const say = async (what: 'confirm' | 'object', reason: string): Promise<boolean> => {
    if (doing !== null) return false;
    setDoing(what);
    setProblem(null);
    const range = { first, last, version };
    const answer = await (what === 'confirm'
      ? call('confirmPeriod', { ...range, figures })
      : call('objectToPeriod', { ...range, reason }));
    if (answer.ok)
      client.setQueryData<MyPeriods>(KEY, (view) => view && withPeriod(view, answer.value.period));
    else {
      setProblem(answer.failure.message);
      // What it is now, where it is no longer what was shown.
      void client.invalidateQueries({ queryKey: KEY });
    }
    setDoing(null);
    return answer.ok;
  };
  return {
    doing,
    problem,
    confirm: () => void say('confirm', ''),
    object: (reason) => say('object', reason),
  };
}
