import { CircleAlert, CircleCheck, History } from 'lucide-react';
import { definitionOf } from '#contract/security';
import type { OwnSignIn } from '#contract/security-log';
import { Badge } from '#web/ui/badge.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';
import { placeText, whenText } from './event-text.ts';
import { useOwnSecurity } from './use-own-security.ts';

export function SignInsCard() {
  const { data, isPending, error } = useOwnSecurity();
  if (error && !data) return null;
  return (
    <TitledCard title="Recent sign-ins">
      <p className="mt-1 text-sm text-muted">Something you do not know? Change your password.</p>
      {isPending && (
        <div className="mt-3 grid gap-2">
          <Skeletons count={3} className="h-10" />
        </div>
      )}
      {data?.signIns.length === 0 && (
        <Empty isSmall icon={<History size={24} />} title="No sign-ins yet">
          Your next sign-in is shown here.
        </Empty>
      )}
      <ul aria-label="Recent sign-ins" className="mt-1 divide-y divide-line">
        {data?.signIns.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} zone={data.timeZone} />
        ))}
      </ul>
    </TitledCard>
  );
}

function SignInRow({ signIn, zone }: { signIn: OwnSignIn; zone: string }) {
  const { words, isFailure } = definitionOf(signIn.kind);
  return (
    <li className="flex gap-3 py-2.5 text-sm">
      {isFailure ? (
        <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-danger" />
      ) : (
        <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-success" />
      )}
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {words}
          {signIn.isKnown === false && <Badge>New browser</Badge>}
        </p>
        <p className="text-muted wrap-anywhere">
          {placeText(signIn)}. {whenText(signIn, zone)}
        </p>
      </div>
    </li>
  );
}
