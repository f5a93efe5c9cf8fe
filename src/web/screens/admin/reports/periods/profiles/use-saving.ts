/** Saves, and takes away, one profile among those that others may change meanwhile. */
import { useQueryClient } from '@tanstack/react-query';
import type { PayrollProfile, PayrollProfilesView } from '#contract/payroll';
import { call, type Failure } from '#web/api.ts';
import { PROFILES_KEY } from '#web/screens/admin/reports/periods/use-profiles.ts';
import { areSame } from './profile-draft.ts';

type Outcome =
  | { readonly is: 'saved' }
  /** Somebody else has changed this very one. */
  | { readonly is: 'overtaken' }
  | { readonly is: 'failed'; readonly failure: Failure };

export interface Saving {
  /** @param base as it was when the editing began; null for a new one, undefined where that does not matter */
  save(profile: PayrollProfile, base: PayrollProfile | null | undefined, at?: number): Promise<Outcome>;
  remove(id: string): Promise<Outcome>;
}

const TRIES = 3;

export function useSaving(): Saving {
  const client = useQueryClient();
  const known = () => client.getQueryData<PayrollProfilesView>(PROFILES_KEY);

  /** What others did to other profiles in the meantime is no reason to stop. */
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
