import { Skeleton } from '#web/ui/skeleton.tsx';

/** The shape of a person, while they are on their way. */
export const PersonSkeleton = () => (
  <>
    <p role="status" className="sr-only">
      Loading...
    </p>
    <Skeleton className="h-24" />
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      {['id', 'department', 'hub', 'position', 'email', 'since'].map((field) => (
        <Skeleton key={field} className="h-9" />
      ))}
    </div>
    <Skeleton className="h-40" />
    {['a', 'b', 'c', 'd'].map((day) => (
      <Skeleton key={day} className="h-10" />
    ))}
  </>
);
