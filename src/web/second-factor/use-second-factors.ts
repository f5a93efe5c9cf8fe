import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactors } from '#contract/second-factor';
import type { FailedCall } from '#web/api.ts';
import { openOver } from '#web/browser/navigation.ts';
import { fetched } from '#web/live/use-asked.ts';
import { loadSession } from '#web/session/auth.ts';
import '#web/session/later-addresses.ts';

const KEY = ['secondFactors'];

/** Shared by the cards; fetched again each time the screen opens. */
export const useSecondFactors = () =>
  useQuery<SecondFactors, FailedCall>({
    queryKey: KEY,
    queryFn: ({ signal }) => fetched('secondFactors', {}, signal),
    gcTime: 0,
  });

/** Shows what a change has made, also outside of the cards, and new recovery codes once. */
export function useFactorChange() {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const changed = (factors: SecondFactors): void => {
    client.setQueryData(KEY, factors);
    setCodes(factors.recoveryCodes);
    // The codes are shown before the screen that waits for a factor goes away.
    if (factors.recoveryCodes) openOver('recovery-codes');
    else void loadSession();
  };
  return { changed, codes };
}
