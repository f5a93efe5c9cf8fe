import { say } from '#texts/say';
import { ChevronLeft, FileCog, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PayrollProfile } from '#contract/periods/payroll';
import {
  EXAMPLE_PROFILES,
  STANDARD_PROFILE,
  type PayrollProfile as Template,
} from '#domain/period/payroll-file';
import { goTo, setParams, useParams } from '#web/browser/navigation.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { usePayrollProfiles, useProfilePreview, useSaveProfile } from './use-profiles.ts';
import { LoadState } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { topmostExitGuard } from '#web/ui/leaving.ts';
import { useToast } from '#web/ui/toast.tsx';
import { createProfile } from './profile-draft.ts';
import { ProfileForm } from './profile-form.tsx';

const TEMPLATES: readonly Template[] = [...EXAMPLE_PROFILES, STANDARD_PROFILE];

export default function PayrollProfiles() {
  const query = usePayrollProfiles();
  const { data: view } = query;
  const { profile: chosen, first } = useParams('profile', 'first');
  const [fresh, setFresh] = useState<PayrollProfile | null>(null);
  const preview = useProfilePreview(first);
  const saving = useSaveProfile();
  const showToast = useToast();
  const profiles = view?.profiles ?? [];
  const present = fresh ?? profiles.find(({ id }) => id === chosen);
  /** Keeps the form open when somebody else deletes the profile. */
  const [opened, setOpened] = useState(present);
  if (present && present !== opened) setOpened(present);
  const edited = present ?? (opened?.id === chosen ? opened : undefined);
  const choose = (id: string | undefined) => setParams({ profile: id });
  const remove = async (profile: PayrollProfile) => {
    const at = profiles.findIndex(({ id }) => id === profile.id);
    if (!(await saving.remove(profile.id)))
      return showToast(say('profiles.notDeleted', { name: profile.name }));
    choose(undefined);
    showToast(say('profiles.wasDeleted', { name: profile.name }), async () =>
      (await saving.restore(profile, at))
        ? { isUndone: true, message: say('profiles.isBack', { name: profile.name }) }
        : { isUndone: false, message: say('profiles.notRestored', { name: profile.name }) },
    );
  };
  return (
    <TitledCard
      hasPopup
      title={say('profiles.title')}
      aside={
        <Button size="small" look="quiet" icon={<ChevronLeft size={16} />} onClick={goToPeriods}>
          {say('periods.title')}
        </Button>
      }
      className="grid gap-4"
    >
      <LoadState title={say('profiles.notLoaded')} query={query} shape="h-64" />
      {view && edited && (
        <ProfileForm
          key={edited.id}
          profile={edited}
          isNew={fresh !== null}
          isDeleted={!present}
          view={view}
          preview={preview}
          onSaved={(saved) => {
            setFresh(null);
            choose(saved.id);
            showToast(say('profiles.wasSaved', { name: saved.name }));
          }}
          onKeep={() => setFresh(edited)}
          onDelete={(profile) => void remove(profile)}
          onCancel={() => {
            setFresh(null);
            choose(undefined);
          }}
        />
      )}
      {view && !edited && (
        <>
          <ProfileList profiles={profiles} onChoose={choose} />
          <div className="grid gap-2">
            <p className="text-sm font-semibold">{say('profiles.fromTemplate')}</p>
            <div className="flex flex-wrap gap-2">
              {TEMPLATES.map((one) => (
                <Button
                  key={one.name}
                  icon={<Plus size={18} />}
                  onClick={() => setFresh(createProfile(one, newRequestId(), profiles))}
                  className="max-sm:grow"
                >
                  {one.name}
                </Button>
              ))}
            </div>
            <p className="text-sm text-muted">{say('profiles.templatesText')}</p>
          </div>
        </>
      )}
    </TitledCard>
  );
}

function goToPeriods(): void {
  const go = () => goTo(['reports', 'periods']);
  const guard = topmostExitGuard();
  if (guard) guard(go);
  else go();
}

interface ListProps {
  profiles: readonly PayrollProfile[];
  onChoose: (id: string) => void;
}

const ProfileList = ({ profiles, onChoose }: ListProps) =>
  profiles.length === 0 ? (
    <Empty isSmall icon={<FileCog size={24} />} title={say('profiles.none')}>
      {say('profiles.noneText')}
    </Empty>
  ) : (
    <ul aria-label={say('profiles.title')} className="divide-y divide-line rounded-md border border-line">
      {profiles.map(({ id, name, columns, wageTypes }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose(id)}
            className="grid min-h-14 w-full content-center px-4 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="text-sm text-muted">
              {say('profiles.columnCount', { count: columns.length })}
              {wageTypes.length > 0 && `, ${say('profiles.wageTypeCount', { count: wageTypes.length })}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
