/** Skeletons of the tabs that load when opened; nobody but an administrator loads them. */
import { say } from '#texts/say';
import { Card } from '#web/ui/card.tsx';
import { PERSON_CELLS, Skeleton, SkeletonRows, Skeletons } from '#web/ui/skeleton.tsx';

export const EmployeesSkeleton = () => (
  <>
    <Skeleton className="h-11" />
    <Card className="overflow-hidden">
      <SkeletonRows count={8} cells={PERSON_CELLS} className="min-h-16 px-4" />
    </Card>
  </>
);

export const ReportsSkeleton = () => (
  <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
    <div className="grid grid-cols-2 gap-3 lg:col-span-3 lg:grid-cols-4">
      {[say('reports.everybody'), say('reports.late'), say('reports.short'), say('reports.personMonth')].map(
        (title, at) => (
          <Skeleton key={title} className={`h-22 p-4 ${at % 3 === 0 ? 'max-lg:col-span-2' : ''}`}>
            {title}
          </Skeleton>
        ),
      )}
    </div>
    <Skeleton className="h-96 p-4 sm:p-6 lg:col-span-2">{say('reports.generate')}</Skeleton>
    <Skeleton className="h-48 p-4 sm:p-6">{say('reports.previous')}</Skeleton>
  </div>
);

export const PeriodsSkeleton = () => (
  <Skeleton className="h-[36rem] p-4 sm:px-6">
    {say('periods.title')}
    <span className="my-4 flex gap-2 overflow-hidden text-sm font-normal text-muted *:shrink-0 *:rounded-full *:border *:border-line *:px-3 *:py-2">
      {[
        say('periods.everybody'),
        say('periods.notReady'),
        say('periods.ready'),
        say('periods.waiting'),
        say('periods.closed'),
      ].map((filter) => (
        <span key={filter}>{filter}</span>
      ))}
    </span>
    <span className="mb-3 flex justify-between border-y border-line py-2 text-sm text-muted max-sm:hidden">
      {[
        say('periods.person'),
        say('periods.state'),
        '+/-',
        say('periods.worked'),
        say('periods.target'),
        say('periods.overtime'),
        say('periods.absences'),
        say('periods.late'),
        say('periods.corrections'),
        say('periods.open'),
      ].map((column) => (
        <span key={column}>{column}</span>
      ))}
    </span>
    <span className="grid gap-3">
      <Skeletons count={8} className="h-9" />
    </span>
  </Skeleton>
);
