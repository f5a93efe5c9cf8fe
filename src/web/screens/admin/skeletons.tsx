/** The shape of each tab, while its code or its data are on their way. */
import { Skeleton } from '#web/ui/skeleton.tsx';

export const MonitoringSkeleton = () => (
  <>
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      {['in', 'out', 'alerts'].map((card) => (
        <Skeleton key={card} className="h-24" />
      ))}
    </div>
    <div className="grid gap-4 lg:grid-cols-2">
      {['active', 'news'].map((list) => (
        <Skeleton key={list} className="h-96" />
      ))}
    </div>
    <Skeleton className="h-48" />
    <Skeleton className="h-80" />
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
    {['period', 'breaks', 'tracking', 'thresholds'].map((section) => (
      <Skeleton key={section} className="h-56" />
    ))}
  </div>
);

/** The whole dashboard: its tabs, the toolbar and the first tab. */
export const AdminSkeleton = () => (
  <>
    <p role="status" className="sr-only">
      Loading...
    </p>
    <Skeleton className="h-11" />
    <div className="grid gap-4 pt-4">
      <Skeleton className="h-11" />
      <MonitoringSkeleton />
    </div>
  </>
);
