/** Saves and deletes profiles, and loads the people of the preview. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayrollPeriod, PayrollProfile, PayrollProfilesView } from '#contract/payroll';
import { type Failure, call } from '#web/api.ts';
import { PROFILES_KEY, fetchPayrollFile } from '#web/screens/admin/reports/periods/payroll-file.ts';
import { EXAMPLE_PEOPLE, areSame, firstOf } from './profile-draft.ts';
import { payPeriodText } from '#domain/period/pay-period';
import type { PayrollSummary } from '#domain/period/payroll';

export interface Preview {
  readonly people: readonly PayrollSummary[];
  /** 'October 2026', or 'two example people' where nobody is closed. */
  readonly of: string;
}

const EXAMPLES: Preview = { people: EXAMPLE_PEOPLE, of: 'two example people' };

/** @param first of the period; the last completed one by default */
export function usePreview(first: string | undefined): Preview {
  const { data } = useQuery<Preview>({
    queryKey: ['payroll-preview', first ?? ''],
    staleTime: Infinity,
    // A period may be closed by the next time.
    gcTime: 0,
    queryFn: async () => {
      const periods = await call('periods', first === undefined ? {} : { first });
      if (!periods.ok || !periods.value.people.some(({ state }) => state === 'closed')) return EXAMPLES;
      const range = { first: periods.value.first, last: periods.value.last };
      const file = await fetchPayrollFile('payrollFile', { ...range, kind: 'json' });
      if (!file.ok) return EXAMPLES;
      const { people } = JSON.parse(new TextDecoder().decode(file.bytes)) as PayrollPeriod;
      return { people: firstOf(people), of: payPeriodText(range) };
    },
  });
  return data ?? EXAMPLES;
}

type Outcome =
  | { readonly is: 'saved' }
  /** Somebody else changed the same profile. */
  | { readonly is: 'overtaken' }
  | { readonly is: 'failed'; readonly failure: Failure };

export interface Saving {
  /** @param base as editing began; null for a new one, undefined to overwrite @param at index of a new one */
  save(profile: PayrollProfile, base: PayrollProfile | null | undefined, at?: number): Promise<Outcome>;
  remove(id: string): Promise<Outcome>;
}

const TRIES = 3;

export function useSaving(): Saving {
  const client = useQueryClient();
  const known = () => client.getQueryData<PayrollProfilesView>(PROFILES_KEY);

  /** Retries when others saved other profiles meanwhile. */
  const update = async (
    change: (profiles: readonly PayrollProfile[]) => readonly PayrollProfile[] | null,
  ): Promise<Outcome> => {
    for (let left = TRIES; ; left -= 1) {
      const view = known();
      const profiles = view && change(view.profiles);
      if (!view || !profiles) return { is: 'overtaken' };
      const answer = await call('updatePayrollProfiles', { version: view.version, profiles: [...profiles] });
      if (answer.ok) {
        client.setQueryData<PayrollProfilesView>(PROFILES_KEY, answer.value);
        return { is: 'saved' };
      }
      await client.refetchQueries({ queryKey: PROFILES_KEY });
      if (left === 1 || known()?.version === view.version) return { is: 'failed', failure: answer.failure };
    }
  };

  return {
    save: (profile, base, at) =>
      update((profiles) => {
        const present = profiles.find(({ id }) => id === profile.id);
        if (base !== undefined && !isAsBefore(present, base)) return null;
        if (present) return profiles.map((one) => (one === present ? profile : one));
        return profiles.toSpliced(at ?? profiles.length, 0, profile);
      }),
    remove: (id) => update((profiles) => profiles.filter((one) => one.id !== id)),
  };
}

const isAsBefore = (present: PayrollProfile | undefined, base: PayrollProfile | null): boolean =>
  present === undefined ? base === null : base !== null && areSame(present, base);
