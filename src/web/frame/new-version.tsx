import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { whenSettled } from '#web/api.ts';
import { useIsOutdated } from '#web/live/live-updates.ts';
import { Button } from '#web/ui/button.tsx';

/**
 * Offers to load the page again when the server is of another version. It never happens by itself, and not before a
 * punch that is under way has its answer; it stands where nothing has to move for it.
 */
export function NewVersion() {
  const isOutdated = useIsOutdated();
  const [isWaiting, setWaiting] = useState(false);
  const reload = async () => {
    setWaiting(true);
    await whenSettled();
    location.reload();
  };
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {isOutdated && (
        <Button
          size="small"
          working={isWaiting}
          resting={isWaiting}
          icon={<RefreshCw aria-hidden size={16} />}
          onClick={() => void reload()}
          className="max-sm:min-h-9 max-sm:min-w-9 max-sm:px-0"
        >
          <span className="max-sm:sr-only">
            <span className="max-md:sr-only">New version: </span>Reload
          </span>
        </Button>
      )}
    </div>
  );
}
