import { Loading, Skeleton, Skeletons } from '#web/ui/skeleton.tsx';

export const BOARD_CLASS = 'grid items-start gap-4 *:min-w-0 xl:grid-cols-[minmax(0,1fr)_23rem]';
/** Layout of the cards beside the board; on a narrower screen they are below it. */
export const RAIL_CLASS = 'grid items-start gap-4 *:min-w-0 md:grid-cols-2 xl:grid-cols-1 print:hidden';

export const MonitoringSkeleton = () => (
  <>
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      <Skeletons count={3} className="h-20" />
    </div>
    <div className={BOARD_CLASS}>
      <Skeleton className="h-[40rem]" />
      <div className={RAIL_CLASS}>
        <Skeletons count={2} className="h-80" />
      </div>
    </div>
  </>
);

export const EmployeesSkeleton = () => (
  <>
    <Skeleton className="h-11" />
    <Skeleton className="h-96" />
  </>
);

export const ReportsSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
    <Skeleton className="h-96 lg:col-span-2" />
    <Skeleton className="h-48" />
  </div>
);

export const SettingsSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
    <Skeletons count={4} className="h-56" />
  </div>
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
