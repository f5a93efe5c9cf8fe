/** One's own pay periods, live, and what is said about them. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MyPeriod } from '#contract/periods';
import { call } from '#web/api.ts';
import { useSnapshot } from '#web/live/use-snapshot.ts';
import type { LiveChange } from '#contract/live';
import type { OutputOf } from '#contract/routes';
import { periodRefusal } from '#domain/period/pay-period';
import { affectsPeriod } from '#web/periods/period-words.tsx';

/** One's own pay periods: which one is asked about, and what can be done with each. */
export type MyPeriods = OutputOf<'myPeriods'>;

/** Those that are over, the last one first. */
export const overPeriods = ({ periods }: MyPeriods): MyPeriod[] =>
  periods.filter(({ state }) => state !== 'running');

export const canConfirm = (period: MyPeriod): boolean =>
  periodRefusal('confirm', { ...period, reason: '' }) === null;

/** Why comes with it: so it is only asked whether a reason would do. */
export const canObject = (period: MyPeriod): boolean =>
  periodRefusal('object', { ...period, reason: 'given' }) === null;

const waits = ({ state }: MyPeriod): boolean =>
  state === 'to-be-confirmed' || state === 'changed' || state === 'reopened';

/**
 * The one that is asked about: the last that waits for a word of theirs, else the last that is not closed yet.
 * @param over the last one first
 */
export const periodToConfirm = (over: readonly MyPeriod[]): MyPeriod | undefined =>
  over.find(waits) ?? over.find(({ state }) => state !== 'closed') ?? over[0];

/** How many besides it wait for a word of theirs: where any does, it is one of them. */
export const waitingBesides = (over: readonly MyPeriod[]): number =>
  Math.max(over.filter(waits).length - 1, 0);

/** Only the server can tell what became of a period; the running one says nothing that a punch changes. */
export const applyToMyPeriods =
  (zone: string) =>
  (view: MyPeriods, change: LiveChange): MyPeriods | null =>
    overPeriods(view).some((period) => affectsPeriod(change, period, zone)) ? null : view;

const withPeriod = (view: MyPeriods, period: MyPeriod): MyPeriods => ({
  ...view,
  periods: view.periods.map((one) => (one.first === period.first ? period : one)),
});

const KEY = ['myPeriods'];

export function useMyPeriods(zone: string) {
  const apply = useMemo(() => applyToMyPeriods(zone), [zone]);
  return useSnapshot('myPeriods', apply);
}

export interface Reply {
  readonly doing: 'confirm' | 'object' | null;
  readonly problem: string | null;
  confirm(): void;
  /** @returns whether it was recorded */
  object(reason: string): Promise<boolean>;
}

export function useReply({ first, last, version, figures }: MyPeriod): Reply {
  const client = useQueryClient();
  const [doing, setDoing] = useState<Reply['doing']>(null);
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
