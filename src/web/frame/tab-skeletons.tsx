/** Skeletons of the tabs that load when opened; nobody but an administrator loads them. */
import { Skeleton } from '#web/ui/skeleton.tsx';

export const EmployeesSkeleton = () => (
  <>
    <Skeleton className="h-11" />
    <Skeleton className="h-96" />
  </>
);

export const ReportsSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
    <Skeleton className="h-96 p-4 sm:p-6 lg:col-span-2">Generate Report</Skeleton>
    <Skeleton className="h-48 p-4 sm:p-6">Previous Reports</Skeleton>
  </div>
);

export const SettingsSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
    {['Workplace', 'Work Period', 'Pay Period', 'Break Settings'].map((title) => (
      <Skeleton key={title} className="h-56 p-4 sm:p-6">
        {title}
      </Skeleton>
    ))}
  </div>
);
