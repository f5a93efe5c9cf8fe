import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactors } from '#contract/security/second-factor';
import { openOver } from '#web/browser/navigation.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { loadSession } from '#web/session/auth.ts';
import '#web/session/later-addresses.ts';

/** The cards of app and passkeys share this query. It is fetched again each time the screen opens. */
export const useSecondFactors = () => useRouteQuery('secondFactors', undefined, { gcTime: 0 });

/** Returns a function that applies new second factors to cards and session. Shows new recovery codes once. */
export function useFactorChange() {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const applyFactors = (factors: SecondFactors): void => {
    client.setQueryData(['secondFactors'], factors);
    setCodes(factors.recoveryCodes);
    // Show the codes first: loading the session closes the screen that requires a factor.
    if (factors.recoveryCodes) openOver('recovery-codes');
    else void loadSession();
  };
  return { onFactorsChanged: applyFactors, codes };
}
