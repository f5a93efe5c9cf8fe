import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { Printer, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { SetUp } from '#contract/installation/set-up';
import { PRODUCT_NAME } from '#web/product.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { appAddressOf, isReachable, joinLink } from '#web/live/use-settings.ts';
import { goTo } from '#web/browser/navigation.ts';

export const QrCode = onDemand(
  () => import('#web/ui/qr-code.tsx'),
  <Skeleton className="aspect-square w-full" />,
);

export const Link = ({ href, ...copy }: { href: string; label?: string; name?: string }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <code className="min-w-0 flex-1 basis-52 rounded-sm bg-sunken px-2 py-1 text-sm wrap-anywhere">
      {href}
    </code>
    <CopyButton text={href} label={say('invite.copyLink')} {...copy} />
  </div>
);

const HOST = 'HOST=0.0.0.0';
const PUBLIC_URL = 'PUBLIC_URL=https://clock.example.com';

const phoneMessage = (): string =>
  [
    say('reach.question'),
    `${HOST}\n${say('reach.host')}`,
    `${PUBLIC_URL}\n${say('reach.address')}`,
    `${say('reach.https')}\n`,
  ].join('\n\n');

export const NotReachableNote = ({ address }: { address: string }) => (
  <div className="grid gap-1 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
    <p className="font-semibold">{say('reach.onlyHere', { host: new URL(address).host })}</p>
    <p>
      {richly('reach.ask', {
        host: <code className="wrap-anywhere">{HOST}</code>,
        address: <code className="wrap-anywhere">{PUBLIC_URL}</code>,
      })}
    </p>
    <div>
      <CopyButton text={phoneMessage()} label={say('reach.copy')} />
    </div>
  </div>
);

/** Shows the link by which people register. A button prints the link as a poster with a QR code. */
export function Invite({ setUp }: { setUp: SetUp }) {
  const link = joinLink(setUp);
  const address = appAddressOf(setUp);
  const [poster, setPoster] = useState<'none' | 'coming' | 'there'>('none');
  const printPoster = async () => {
    setPoster('coming');
    await QrCode.prepare();
    flushSync(() => setPoster('there'));
    addEventListener('afterprint', () => setPoster('none'), { once: true });
    print();
  };
  return (
    <>
      <Link href={link} name={say('invite.toJoin')} />
      {isReachable(address) ? (
        <Button
          size="small"
          icon={<Printer size={16} />}
          onClick={() => void printPoster()}
          isBusy={poster === 'coming'}
          className="justify-self-start"
        >
          {say('invite.print')}
        </Button>
      ) : (
        <NotReachableNote address={address} />
      )}
      {poster === 'there' && createPortal(<Poster link={link} />, document.body)}
    </>
  );
}

function Poster({ link }: { link: string }) {
  const { name } = useWorkplace();
  return (
    <div className="print-sheet hidden flex-col items-center gap-6 p-8 text-center print:flex">
      <p className="text-4xl font-semibold">{name === '' ? PRODUCT_NAME : name}</p>
      <p className="text-2xl">{say('poster.title')}</p>
      <div className="w-96 max-w-full">
        <QrCode text={link} label={say('poster.code')} />
      </div>
      <p className="text-xl">{say('poster.text')}</p>
      <p className="wrap-anywhere">{link}</p>
    </div>
  );
}

export const InviteButton = () => (
  <Button size="small" icon={<UserPlus size={16} />} onClick={() => goTo(['settings', 'invite'], {})}>
    {say('invite.people')}
  </Button>
);
