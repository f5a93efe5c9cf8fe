/** The authenticator app, and the recovery codes of all second factors. */
import { Smartphone } from 'lucide-react';
import { RECOVERY_CODE_COUNT, type SecondFactors } from '#contract/security/second-factor';
import { openOver, useOpened } from '#web/browser/navigation.ts';
import { momentText } from './event-row.tsx';
import { ConfirmedQuestion } from '#web/session/confirm-identity.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NewApp } from './new-app.tsx';
import { RecoveryCodesDialog, useFactorChange, useSecondFactors } from './recovery-codes.tsx';

/** @param zone time zone of the workplace; without it no dates are shown */
export function AppCard({ zone }: { zone?: string | undefined }) {
  const query = useSecondFactors();
  const { data } = query;
  const opened = useOpened('new-app', 'remove-app', 'new-codes');
  const { onFactorsChanged, codes } = useFactorChange();
  const app = data?.factors.find(({ kind }) => kind === 'app');
  return (
    <TitledCard
      title="Authenticator app"
      aside={
        data && (
          <Button
            size="small"
            icon={<Smartphone size={16} />}
            onClick={() => openOver(app ? 'remove-app' : 'new-app')}
          >
            {app ? 'Remove' : 'Set up'}
          </Button>
        )
      }
    >
      <LoadFailure title="Your second factors could not be loaded." query={query} className="mt-3" />
      {query.isPending && <Skeleton className="mt-3 h-10" />}
      {data && <p className="mt-2 text-sm text-muted">{app ? datesText(app, zone) : NO_APP}</p>}
      {data && data.factors.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm">
          <p>
            {data.recoveryCodesLeft} of {RECOVERY_CODE_COUNT} recovery codes are left.
          </p>
          <Button size="small" onClick={() => openOver('new-codes')}>
            New recovery codes
          </Button>
        </div>
      )}
      {opened === 'new-app' && data && !app && <NewApp onAdded={onFactorsChanged} />}
      {opened === 'remove-app' && app && (
        <ConfirmedQuestion
          title="Remove your authenticator app?"
          submit="Remove"
          isDestructive
          segment="remove-app"
          send={(callConfirmed) => callConfirmed('removeFactor', { id: app.id })}
          onDone={onFactorsChanged}
        >
          Its codes no longer sign you in.
        </ConfirmedQuestion>
      )}
      {opened === 'new-codes' && data && data.factors.length > 0 && (
        <ConfirmedQuestion
          title="Get new recovery codes?"
          submit="Get new codes"
          segment="new-codes"
          send={(callConfirmed) => callConfirmed('renewRecoveryCodes', {})}
          onDone={onFactorsChanged}
        >
          The old ones stop working.
        </ConfirmedQuestion>
      )}
      <RecoveryCodesDialog codes={codes} />
    </TitledCard>
  );
}

const NO_APP = 'After your password, new devices also ask for a code from your phone.';

export function datesText(
  { addedAt, usedAt }: SecondFactors['factors'][number],
  zone: string | undefined,
): string {
  if (zone === undefined) return 'It is set up.';
  return `Added ${momentText(addedAt, zone)}. ${usedAt ? `Last used ${momentText(usedAt, zone)}.` : 'Not used yet.'}`;
}
