import { useQuery } from '@tanstack/react-query';
import { foldForSearch } from '#domain/people/employee';
import { fetched } from '#web/live/use-asked.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { OptionSearch } from '#web/ui/option-search.tsx';

export function RegionField({ region, onChange }: { region: string; onChange: (region: string) => void }) {
  const query = useQuery({
    queryKey: ['holidayRegions'],
    queryFn: ({ signal }) => fetched('holidayRegions', {}, signal),
    staleTime: Infinity,
  });
  const options = (query.data?.regions ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <div className="grid min-w-0 gap-2">
      <OptionSearch
        label="Country or region"
        placeholder={query.isLoading ? 'Loading countries...' : 'Search countries...'}
        options={options}
        find={(text) => options.filter(({ label }) => foldForSearch(label).includes(foldForSearch(text)))}
        value={region}
        onChange={onChange}
        nothing={query.isLoading ? 'Loading countries...' : 'Nothing found.'}
      />
      <LoadFailure title="The countries could not be loaded." query={query} />
    </div>
  );
}
