import { ChevronLeft, Rss } from 'lucide-react';
import { useState } from 'react';
import { closeOver } from '#web/browser/navigation.ts';
import { useTitle } from '#web/frame/title.ts';
import Absences from '#web/leave/calendar/absences.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const AddressDialog = onDemand(() => import('#web/leave/calendar/address-dialog.tsx'));

export default function Calendar() {
  useTitle('Calendar', 1);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-4 pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          look="quiet"
          size="small"
          className="-ml-3 max-sm:min-h-11"
          icon={<ChevronLeft size={16} />}
          onClick={() => closeOver('calendar')}
        >
          <span className="max-sm:sr-only">Monitoring</span>
        </Button>
        <h2 className="grow text-lg font-semibold">Calendar</h2>
        <Button
          size="small"
          className="max-sm:min-h-11"
          icon={<Rss size={16} />}
          onClick={() => setOpen(true)}
        >
          Subscribe
        </Button>
      </div>
      <Card aria-label="Calendar" className="min-w-0 overflow-hidden">
        <Absences isAdmin />
      </Card>
      {isOpen && <AddressDialog scope="people" onClose={() => setOpen(false)} />}
    </div>
  );
}
