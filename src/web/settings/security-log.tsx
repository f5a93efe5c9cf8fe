/** 'Security log', opened from Settings (#settings/sign-in/security-log). */
import { say, type PlainKey } from '#texts/say';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { SecurityLogFileQuery } from '#contract/security/log';
import { SECURITY_KINDS, securityKinds, type SecurityKind } from '#contract/security/kinds';
import type { InputOf } from '#contract/routes';
import { isDay } from '#domain/time/workplace-day';
import { choiceParam, textParam, useList, type ListQuery } from '#web/frame/list.ts';
import { closeOver } from '#web/browser/navigation.ts';
import { isUuid } from '#web/browser/place.ts';
import { saveFile } from '#web/documents/save-file.ts';
import type { FieldErrors } from '#web/forms/draft.ts';
import { fieldErrorsOf, useForm } from '#web/forms/use-form.ts';
import { useTitle } from '#web/session/workplace.ts';
import { fetchRoute } from '#web/live/use-live-query.ts';
import { EmployeeSearch } from '#web/people/employee-search.tsx';
import { useEmployees } from '#web/people/use-employees.ts';
import { EventRow } from '#web/security/event-row.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { DayRangeFields, SelectField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { MoreButton } from '#web/ui/pager.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';

const KIND_LABELS = Object.fromEntries(
  securityKinds().map((kind) => [kind, SECURITY_KINDS[kind].label]),
) as Record<SecurityKind, PlainKey>;

const LOG_LIST = {
  kind: choiceParam<SecurityKind | ''>({ '': 'securityLog.everything', ...KIND_LABELS }, ''),
  person: textParam(isUuid),
  from: textParam(isDay),
  to: textParam(isDay),
};
type LogQuery = ListQuery<typeof LOG_LIST>;
type Filter = InputOf<'securityLogFile'>;

const filterOf = ({ kind, person, from, to }: LogQuery): Filter => ({
  kind: kind || undefined,
  userId: person || undefined,
  from: from || undefined,
  to: to || undefined,
});

export default function SecurityLog() {
  useTitle(say('find.securityLog'), 1);
  const { query, change } = useList(LOG_LIST);
  const filter = filterOf(query);
  const errors: FieldErrors<keyof Filter> = fieldErrorsOf(SecurityLogFileQuery, filter);
  const log = useInfiniteQuery({
    enabled: Object.keys(errors).length === 0,
    queryKey: ['securityLog', filter],
    queryFn: ({ pageParam, signal }) => fetchRoute('securityLog', { ...filter, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The log is fetched each time it opens, but not again while it is open.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { problem, isSubmitting, submit } = useForm({
    validate: () => errors,
    send: async () => {
      const failure = await saveFile('securityLogFile', filter);
      return failure ? { problem: failure.message } : undefined;
    },
  });
  const pages = log.data?.pages ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Overlay
      title={say('find.securityLog')}
      isCovered={false}
      onClose={() => closeOver('security-log')}
      aside={
        <Button size="small" icon={<Download size={16} />} isBusy={isSubmitting} onClick={submit}>
          {say('securityLog.download')}
        </Button>
      }
    >
      <Filters query={query} errors={errors} onChange={change} />
      <div className="px-4 sm:px-6">
        <Problem title={say('securityLog.notDownloaded')} text={problem} className="pt-4 empty:hidden" />
        <LoadFailure
          title={say('securityLog.notLoaded')}
          query={log}
          isStale={log.data !== undefined}
          className="py-4"
        />
        {log.isPending && (
          <div className="grid gap-3 py-4">
            <Skeletons count={5} className="h-12" />
          </div>
        )}
        {pages[0]?.events.length === 0 && (
          <Empty
            icon={<ShieldCheck size={32} />}
            title={isFiltered ? say('securityLog.noMatch') : say('securityLog.none')}
          >
            {isFiltered ? say('securityLog.otherFilters') : say('securityLog.noneText')}
          </Empty>
        )}
        <ul aria-label={say('find.securityLog')} className="divide-y divide-line">
          {pages.flatMap(({ events, timeZone }) =>
            events.map((event) => <EventRow key={event.id} event={event} zone={timeZone} />),
          )}
        </ul>
      </div>
      <MoreButton query={log} label={say('feed.showOlder')} />
    </Overlay>
  );
}

interface FiltersProps {
  query: LogQuery;
  errors: FieldErrors<keyof Filter>;
  onChange: (change: Partial<LogQuery>) => void;
}

function Filters({ query, errors, onChange }: FiltersProps) {
  const { staff } = useEmployees();
  return (
    <div className="grid grid-cols-2 gap-3 border-b border-line p-4 max-sm:*:nth-[-n+2]:col-span-2 sm:px-6">
      <SelectField
        label={say('securityLog.what')}
        options={LOG_LIST.kind.options}
        value={query.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <EmployeeSearch
        label={say('securityLog.person')}
        placeholder={say('feed.everybody')}
        people={staff?.people ?? []}
        value={query.person}
        onChange={(person) => onChange({ person })}
      />
      <DayRangeFields names={['from', 'to']} values={query} errors={errors} onChange={onChange} />
    </div>
  );
}
