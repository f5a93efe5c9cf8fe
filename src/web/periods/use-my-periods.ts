import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MyPeriod } from '#contract/periods/periods';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import type { LiveChange } from '#contract/monitoring/live';
import type { OutputOf } from '#contract/routes';
import { periodRefusal } from '#domain/period/pay-period';
import { affectsPeriod } from './period-words.tsx';

export type MyPeriods = OutputOf<'myPeriods'>;

/** Periods that are over, newest first. */
export const completedPeriods = ({ periods }: MyPeriods): MyPeriod[] =>
  periods.filter(({ state }) => state !== 'running');

export const canConfirm = (period: MyPeriod): boolean =>
  periodRefusal('confirm', { ...period, reason: '' }) === null;

export const canObject = (period: MyPeriod): boolean =>
  periodRefusal('object', { ...period, reason: 'given' }) === null;

const isWaiting = ({ state }: MyPeriod): boolean =>
  state === 'to-be-confirmed' || state === 'changed' || state === 'reopened';

/** Newest period that needs the employee's reply; else the newest that is not closed; else the newest. */
export const periodToShow = (completed: readonly MyPeriod[]): MyPeriod | undefined =>
  completed.find(isWaiting) ?? completed.find(({ state }) => state !== 'closed') ?? completed[0];

/** Number of periods that need the employee's reply, without `periodToShow`. */
export const countOtherWaiting = (completed: readonly MyPeriod[]): number =>
  Math.max(completed.filter(isWaiting).length - 1, 0);

/** Ignores changes in the running period, since its figures are not shown. */
export const concernsMyPeriods =
  (zone: string) =>
  (change: LiveChange, view: MyPeriods): boolean =>
    completedPeriods(view).some((period) => affectsPeriod(change, period, zone));

const KEY = ['myPeriods'];

export function useMyPeriods(zone: string) {
  const concerns = useMemo(() => concernsMyPeriods(zone), [zone]);
  return useLiveQuery('myPeriods', concerns);
}

export function usePeriodReply({ first, last, version, figures }: MyPeriod) {
  const client = useQueryClient();
  const { run, problem, underWay } = useForm();
  /** Calls `then` when the server has recorded the reply. */
  const sendReply = async (what: 'confirm' | 'object', reason: string, then?: () => void) => {
    const range = { first, last, version };
    const answer = await (what === 'confirm'
      ? call('confirmPeriod', { ...range, figures })
      : call('objectToPeriod', { ...range, reason }));
    if (answer.ok) {
      const replied = (one: MyPeriod) => (one.first === first ? answer.value.period : one);
      client.setQueryData<MyPeriods>(KEY, (view) => view && { ...view, periods: view.periods.map(replied) });
      then?.();
    }
    // The period may have changed since it was shown, so load it again.
    else void client.invalidateQueries({ queryKey: KEY });
    return answer;
  };
  return {
    doing: underWay,
    problem,
    confirm: () => void run(() => sendReply('confirm', ''), 'confirm'),
    object: (reason: string, then: () => void) => run(() => sendReply('object', reason, then), 'object'),
  };
}
