/** The authenticator app, and the recovery codes of all second factors. */
import { say } from '#texts/say';
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
      title={say('appCode.title')}
      aside={
        data && (
          <Button
            size="small"
            icon={<Smartphone size={16} />}
            onClick={() => openOver(app ? 'remove-app' : 'new-app')}
          >
            {app ? say('common.remove') : say('common.setUp')}
          </Button>
        )
      }
    >
      <LoadFailure title={say('appCode.notLoaded')} query={query} className="mt-3" />
      {query.isPending && <Skeleton className="mt-3 h-10" />}
      {data && (
        <p className="mt-2 text-sm text-muted">{app ? datesText(app, zone) : say('appCode.explanation')}</p>
      )}
      {data && data.factors.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm">
          <p>{say('appCode.codesLeft', { count: data.recoveryCodesLeft, all: RECOVERY_CODE_COUNT })}</p>
          <Button size="small" onClick={() => openOver('new-codes')}>
            {say('appCode.newCodes')}
          </Button>
        </div>
      )}
      {opened === 'new-app' && data && !app && <NewApp onAdded={onFactorsChanged} />}
      {opened === 'remove-app' && app && (
        <ConfirmedQuestion
          title={say('appCode.removeQuestion')}
          submit={say('common.remove')}
          isDestructive
          segment="remove-app"
          send={(callConfirmed) => callConfirmed('removeFactor', { id: app.id })}
          onDone={onFactorsChanged}
        >
          {say('appCode.removeText')}
        </ConfirmedQuestion>
      )}
      {opened === 'new-codes' && data && data.factors.length > 0 && (
        <ConfirmedQuestion
          title={say('appCode.newCodesQuestion')}
          submit={say('appCode.getNewCodes')}
          segment="new-codes"
          send={(callConfirmed) => callConfirmed('renewRecoveryCodes', {})}
          onDone={onFactorsChanged}
        >
          {say('appCode.newCodesText')}
        </ConfirmedQuestion>
      )}
      <RecoveryCodesDialog codes={codes} />
    </TitledCard>
  );
}

export function datesText(
  { addedAt, usedAt }: SecondFactors['factors'][number],
  zone: string | undefined,
): string {
  if (zone === undefined) return say('appCode.isSetUp');
  const added = momentText(addedAt, zone);
  return usedAt
    ? say('appCode.addedAndUsed', { added, used: momentText(usedAt, zone) })
    : say('appCode.addedNotUsed', { added });
}
