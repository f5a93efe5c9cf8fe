import { say } from '#texts/say';
import { Loading, PERSON_CELLS, Skeleton, SkeletonRows, Skeletons } from '#web/ui/skeleton.tsx';

export const BOARD_CLASS = 'grid items-start gap-4 *:min-w-0 xl:grid-cols-[minmax(0,1fr)_23rem]';
/** Layout of the cards beside the board; on a narrower screen they are below it. */
export const RAIL_CLASS = 'grid items-start gap-4 *:min-w-0 md:grid-cols-2 xl:grid-cols-1 print:hidden';

export const MonitoringSkeleton = () => (
  <>
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      {[say('board.currentlyIn'), say('board.notIn'), say('board.alerts')].map((title) => (
        <Skeleton key={title} className="h-23 p-3 text-xs font-normal! text-muted sm:h-20 sm:px-4 sm:text-sm">
          <span className="block min-h-9 sm:min-h-7">{title}</span>
          <Skeleton className="h-6 w-10" />
        </Skeleton>
      ))}
    </div>
    <div className={BOARD_CLASS}>
      <Skeleton className="h-[40rem] px-4 py-4">
        {say('board.status')}
        <span className="my-4 flex gap-2 overflow-hidden">
          <Skeletons count={7} className="h-11 w-28 shrink-0 rounded-full! sm:h-9" />
        </span>
        <span className="flex justify-between border-t border-line py-2 text-sm text-muted max-sm:hidden">
          {[
            say('board.person'),
            say('board.statusColumn'),
            say('board.lastActivity'),
            say('board.todaysHours'),
          ].map((column) => (
            <span key={column}>{column}</span>
          ))}
        </span>
        <SkeletonRows count={9} cells={PERSON_CELLS.slice(1)} />
      </Skeleton>
      <div className={RAIL_CLASS}>
        <Skeleton className="h-80 p-4">{say('active.title')}</Skeleton>
        <Skeleton className="h-80 p-4">{say('board.notifications')}</Skeleton>
      </div>
    </div>
  </>
);

export const AdminSkeleton = () => (
  <>
    <Loading />
    <Skeleton className="h-11" />
    <div className="grid gap-4 pt-4">
      <Skeleton className="h-11" />
      <MonitoringSkeleton />
    </div>
  </>
);
