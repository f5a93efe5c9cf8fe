/** One person, opened over any tab. */
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { initials } from '#domain/people/employee';
import { closeOver, useOpened } from '#web/browser/navigation.ts';
import { useTitle } from '#web/session/workplace.ts';
import { connectionMessage } from '#web/live/live-strip.tsx';
import { AmbiguousNames, PersonName } from '#web/frame/person-name.tsx';
import { useConnectionStatus, useIsLive } from '#web/live/live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Loading, Skeleton, Skeletons } from '#web/ui/skeleton.tsx';
import { useToast, type Undo } from '#web/ui/toast.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { EditEmployee } from '#web/people/employee-fields.tsx';
import { PersonBadges } from '#web/people/employee-list.tsx';
import { PersonDetails } from './person-details.tsx';
import { usePeopleList, usePerson, type ShownPerson } from '#web/people/use-person.ts';

const CloseEntryDialog = onDemand(() => import('#web/clock/close-entry-dialog.tsx'));

export default function PersonDrawer({ id }: { id: string }) {
  const { shown, query } = usePerson(id);
  const people = usePeopleList();
  const isEditing = useOpened('edit') !== undefined;
  const [hasEdits, setHasEdits] = useState(false);
  const [isBackFromEditing, setBack] = useState(false);
  if (isEditing && !isBackFromEditing) setBack(true);
  const showToast = useToast();
  const isLive = useIsLive();
  const failure = query.error?.failure;
  const isGone = failure?.kind === 'refused' && failure.code === 'employee_not_found';
  const user = shown?.view.user;
  const known = user ?? people.find((one) => one.id === id);
  const close = () => closeOver(id);
  const isUnknown = isGone && user === undefined;
  useTitle(known?.name ?? 'Employee', 2);
  useEffect(() => {
    if (isUnknown) closeOver(id);
  }, [isUnknown, id]);
  const done = (message: string, undo?: Undo) => {
    close();
    showToast(message, undo);
  };
  return (
    <AmbiguousNames people={people}>
      <Dialog
        place="side"
        icon={<Avatar letters={known ? initials(known.name) : ''} of={id} />}
        title={known ? <PersonName before={isEditing ? 'Edit ' : ''} person={known} /> : 'Employee'}
        facts={
          !isEditing &&
          (user ? (
            <PersonBadges user={user} aside={<Connection />} />
          ) : (
            <Skeleton className="mt-0.5 h-5 w-20" />
          ))
        }
        hasEdits={hasEdits}
        onClose={close}
      >
        {isGone && (
          <ReadOnlyBody onClose={close}>
            <Problem
              tone="warning"
              title="This employee no longer exists."
              text="Nothing can be changed now."
            />
          </ReadOnlyBody>
        )}
        {!isGone && !shown && (
          <ReadOnlyBody onClose={close}>
            <LoadFailure title="This person could not be loaded." query={query}>
              {isLive ? undefined : 'The server cannot be reached at the moment.'}
            </LoadFailure>
            {!query.error && <PersonSkeleton />}
          </ReadOnlyBody>
        )}
        {!isGone && shown && !isEditing && (
          <PersonDetails shown={shown} isBackFromEditing={isBackFromEditing} onClose={close} />
        )}
        {!isGone && shown && isEditing && (
          <EditEmployee
            user={shown.view.user}
            hasOpenEntry={shown.state.entry !== null}
            onEdited={setHasEdits}
            onCancel={() => closeOver('edit')}
            onDone={done}
          />
        )}
        {shown && <LeftOpenEntryDialog shown={shown} />}
      </Dialog>
    </AmbiguousNames>
  );
}

/** Shows the connection state here, too, since the drawer covers the banner in the header. */
function Connection() {
  const connection = useConnectionStatus();
  const message = useNow((now) => connectionMessage(connection, now));
  return (
    message !== null && (
      <Badge tone="warning" icon={<WifiOff size={14} />}>
        {message}
      </Badge>
    )
  );
}

/** Dialog to close the entry left open. It keeps showing the entry, even if somebody else closes it meanwhile. */
function LeftOpenEntryDialog({ shown: { state, view } }: { shown: ShownPerson }) {
  const isOpened = useOpened('close-entry') !== undefined;
  const open = state.forgottenEntry;
  const [opened, setOpened] = useState(open);
  if (open && open.id !== opened?.id) setOpened(open);
  return (
    isOpened &&
    opened && <CloseEntryDialog entry={opened} employee={view.user} onDone={() => closeOver('close-entry')} />
  );
}

const PersonSkeleton = () => (
  <>
    <Loading />
    <Skeleton className="h-24" />
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Skeletons count={6} className="h-9" />
    </div>
    <Skeleton className="h-40" />
    <Skeletons count={4} className="h-10" />
  </>
);
