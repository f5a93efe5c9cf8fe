/** Saves or deletes one profile. The server stores all profiles as one list, so send the whole list. */
import type { DayRange } from '#domain/time/workplace-day';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayrollProfile, PayrollProfilesView } from '#contract/periods/payroll';
import { call } from '#web/api.ts';
import { EXAMPLE_PEOPLE } from './profile-draft.ts';
import type { PayrollSummary } from '#domain/period/payroll';
import type { LiveChange } from '#contract/monitoring/live';
import { useLiveQuery } from '#web/live/use-live-query.ts';

export interface Preview {
  readonly people: readonly PayrollSummary[];
  /** Period of the preview; null for two example people, if nobody's period is closed. */
  readonly of: DayRange | null;
}

const EXAMPLES: Preview = { people: EXAMPLE_PEOPLE, of: null };

/** @param first first day of the period; without it the last completed period is used */
export function useProfilePreview(first: string | undefined): Preview {
  const { data } = useQuery<Preview>({
    queryKey: ['payroll-preview', first ?? ''],
    staleTime: Infinity,
    // Fetches the preview again at each opening: somebody can have closed a period meanwhile.
    gcTime: 0,
    queryFn: async () => {
      const periods = await call('periods', first === undefined ? {} : { first });
      if (!periods.ok || !periods.value.people.some(({ state }) => state === 'closed')) return EXAMPLES;
      const range = { first: periods.value.first, last: periods.value.last };
      const preview = await call('payrollPreview', range);
      return preview.ok ? { people: preview.value.people, of: range } : EXAMPLES;
    },
  });
  return data ?? EXAMPLES;
}

type Profiles = readonly PayrollProfile[];

const TRIES = 3;

const withProfile = (profiles: Profiles, profile: PayrollProfile, at = profiles.length): Profiles =>
  profiles.some(({ id }) => id === profile.id)
    ? profiles.map((one) => (one.id === profile.id ? profile : one))
    : profiles.toSpliced(at, 0, profile);

export function useSaveProfile() {
  const client = useQueryClient();
  const cachedView = () => client.getQueryData<PayrollProfilesView>(PROFILES_KEY);
  const saveProfiles = async (version: number, profiles: Profiles) => {
    const answer = await call('updatePayrollProfiles', { version, profiles: [...profiles] });
    if (answer.ok) client.setQueryData<PayrollProfilesView>(PROFILES_KEY, answer.value);
    return answer;
  };
  /** Tries again when somebody else changed the list. */
  const update = async (change: (profiles: Profiles) => Profiles): Promise<boolean> => {
    let view = cachedView();
    for (let left = TRIES; view && left > 0; left -= 1) {
      if ((await saveProfiles(view.version, change(view.profiles))).ok) return true;
      await client.refetchQueries({ queryKey: PROFILES_KEY });
      const now = cachedView();
      view = now?.version === view.version ? undefined : now;
    }
    return false;
  };
  return {
    save: (profile: PayrollProfile, version: number) =>
      saveProfiles(version, withProfile(cachedView()?.profiles ?? [], profile)),
    remove: (id: string) => update((profiles) => profiles.filter((one) => one.id !== id)),
    restore: (profile: PayrollProfile, at: number) =>
      update((profiles) => withProfile(profiles, profile, at)),
  };
}

export const PROFILES_KEY = ['payrollProfiles'];

const concerns = ({ kind }: LiveChange): boolean => kind === 'payroll_profiles_updated';

export const usePayrollProfiles = () => useLiveQuery('payrollProfiles', concerns);
