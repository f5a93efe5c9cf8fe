/** 'Security log', opened from Settings (#settings/security-log). */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SECURITY_KINDS, securityKinds, type SecurityKind } from '#contract/security';
import type { InputOf } from '#contract/routes';
import { isDay } from '#domain/time/workplace-day';
import { downloadBytes } from '#web/browser/download.ts';
import { closeOver, setParams, useParams } from '#web/browser/navigation.ts';
import { isPersonId } from '#web/browser/place.ts';
import { fetchFile } from '#web/documents/fetch-file.ts';
import { SearchSelect } from '#web/forms/search-select.tsx';
import { useTitle } from '#web/frame/title.ts';
import { fetched } from '#web/live/use-asked.ts';
import { useEmployees } from '#web/screens/admin/use-employees.ts';
import { EventRow } from '#web/security/event-row.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';

type Filter = InputOf<'securityLogFile'>;

const useLog = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: ['securityLog', filter],
    queryFn: ({ pageParam, signal }) => fetched('securityLog', { ...filter, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Loaded again each time it opens; static while open.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export default function SecurityLog() {
  useTitle('Security log', 1);
  const params = useParams('kind', 'person', 'from', 'to');
  const filter = useMemo(() => filterOf(params), [params]);
  const log = useLog(filter);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setProblem(null);
    setSaving(true);
    const file = await fetchFile('securityLogFile', filter);
    setSaving(false);
    if (file.ok) downloadBytes(file.name, [file.bytes], file.type);
    else setProblem(file.message);
  };
  const [first] = log.data?.pages ?? [];
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Overlay
      title="Security log"
      isCovered={false}
      onClose={() => closeOver('security-log')}
      aside={
        <Button size="small" icon={<Download size={16} />} working={isSaving} onClick={() => void save()}>
          Download CSV
        </Button>
      }
    >
      <Filters filter={filter} />
      <div className="px-4 sm:px-6">
        <Problem title="The file could not be downloaded." text={problem} className="pt-4 empty:hidden" />
        <LoadFailure
          title="The security log could not be loaded."
          query={log}
          isStale={log.data !== undefined}
          className="py-4"
        />
        {log.isPending && (
          <div className="grid gap-3 py-4">
            <Skeletons count={5} className="h-12" />
          </div>
        )}
        {log.isSuccess && events.length === 0 && (
          <Empty icon={<ShieldCheck size={32} />} title={isFiltered ? 'Nothing matches' : 'Nothing yet'}>
            {isFiltered ? 'Choose other filters.' : 'Sign-ins and refusals will appear here.'}
          </Empty>
        )}
        <ul aria-label="Security log" className="divide-y divide-line">
          {first && events.map((event) => <EventRow key={event.id} event={event} zone={first.timeZone} />)}
        </ul>
      </div>
      <MoreButton query={log} label="Show older" />
    </Overlay>
  );
}

const EVERYBODY = 'Everybody';

function Filters({ filter: { kind, userId, from = '', to = '' } }: { filter: Filter }) {
  const { staff } = useEmployees();
  const people = useMemo(
    () =>
      new Map<string, string>(
        (staff?.people ?? [])
          .map(({ id, name, employeeId, email }) => [`${name} (${employeeId || email})`, id] as const)
          .toSorted(([one], [other]) => one.localeCompare(other)),
      ),
    [staff],
  );
  const chosen = [...people].find(([, id]) => id === userId)?.[0] ?? EVERYBODY;
  return (
    <div className="grid grid-cols-2 gap-3 border-b border-line p-4 max-sm:*:nth-[-n+2]:col-span-2 sm:px-6">
      <SelectField
        label="What"
        placeholder="Everything"
        options={WORDS}
        value={kind}
        onChange={(next) => setParams({ kind: next || undefined })}
      />
      <SearchSelect
        label="Person"
        options={[EVERYBODY, ...people.keys()]}
        value={chosen}
        onChange={(label) => setParams({ person: people.get(label) })}
      />
      <TextField
        label="Start Date"
        type="date"
        value={from}
        onChange={(day) => setParams({ from: day || undefined })}
      />
      <TextField
        label="End Date"
        type="date"
        value={to}
        onChange={(day) => setParams({ to: day || undefined })}
      />
    </div>
  );
}

const WORDS = Object.fromEntries(securityKinds().map((kind) => [kind, SECURITY_KINDS[kind].words])) as Record<
  SecurityKind,
  string
>;

/** Invalid parameters of the address do not filter. */
function filterOf(params: Partial<Record<'kind' | 'person' | 'from' | 'to', string>>): Filter {
  const { person = '', from = '', to = '' } = params;
  const kind = securityKinds().find((one) => one === params.kind);
  return {
    ...(kind && { kind }),
    ...(isPersonId(person) && { userId: person }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
