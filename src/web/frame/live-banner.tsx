import { useLink } from '../live.ts';
import { useTicking } from '../ticking.tsx';
import { Banner } from '../ui/banner.tsx';
import { linkMessage } from './link-message.ts';

/**
 * Says that the live link is down and since when (ui.md 12). It is read aloud when it comes, not each time
 * its age changes.
 */
export function LiveBanner() {
  const link = useLink();
  const message = useTicking((now) => linkMessage(link, now));
  return (
    <>
      <p role="status" className="sr-only">
        {message === null ? '' : 'The live connection is interrupted.'}
      </p>
      {message !== null && (
        <div className="mb-4">
          <Banner tone="warning" title={message}>
            What you see may be out of date. It catches up by itself.
          </Banner>
        </div>
      )}
    </>
  );
}
