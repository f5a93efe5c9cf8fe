/** One person at a glance, or the form to edit them, opened over any tab. */
import { say } from '#texts/say';
import { richly } from '#web/ui/rich-text.tsx';
import { Pencil, WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { initials } from '#domain/people/employee';
import { payPeriodText } from '#domain/period/pay-period';
import { weekOf, type DayRange } from '#domain/time/workplace-day';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { connectionMessage } from '#web/live/live-strip.tsx';
import { AmbiguousNames, openPerson, PersonName } from '#web/frame/person-name.tsx';
import { useConnectionStatus, useIsLive } from '#web/live/live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import { BarTotals } from '#web/timeline/figures.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Dialog, DialogActions, DialogBody, ReadOnlyBody } from '#web/ui/dialog.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useToast, type Undo } from '#web/ui/toast.tsx';
import { EditEmployee } from '#web/people/employee-fields.tsx';
import { PersonBadges } from '#web/people/employee-list.tsx';
import { PersonBars, usePersonBars } from './person-bars.tsx';
import { Fields, PersonFacts } from './person-facts.tsx';
import { useNamedDays, useOpenedPerson, type ShownPerson } from '#web/people/use-person.ts';

/** @param isPage true to edit the person of the page below */
export default function PersonDrawer({ id, isPage }: { id: string; isPage: boolean }) {
  const segment = isPage ? 'edit' : id;
  const days = useNamedDays();
  const { shown, query, isGone, people, known } = useOpenedPerson(id, segment, days);
  const isEditing = useOpened('edit') !== undefined;
  const [hasEdits, setHasEdits] = useState(false);
  const [isBackFromEditing, setBack] = useState(false);
  if (isEditing && !isBackFromEditing) setBack(true);
  const showToast = useToast();
  const isLive = useIsLive();
  const user = shown?.view.user;
  const name = known && <PersonName person={known} />;
  const close = () => closeOver(segment);
  const done = (message: string, undo?: Undo) => {
    close();
    showToast(message, undo);
  };
  return (
    <AmbiguousNames people={people}>
      <Dialog
        place="side"
        icon={<Avatar letters={known ? initials(known.name) : ''} of={id} />}
        title={known ? (isEditing ? richly('person.editTitle', { name }) : name) : say('role.employee')}
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
            <Problem tone="warning" title={say('person.gone')} text={say('person.goneText')} />
          </ReadOnlyBody>
        )}
        {!isGone && !shown && (
          <ReadOnlyBody onClose={close}>
            <LoadFailure title={say('person.notLoaded')} query={query} shape="h-96">
              {isLive ? undefined : say('requests.unreachable')}
            </LoadFailure>
            {!query.error && <Loading />}
          </ReadOnlyBody>
        )}
        {!isGone && shown && !isEditing && (
          <Glance shown={shown} period={days} isBackFromEditing={isBackFromEditing} onClose={close} />
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
      </Dialog>
    </AmbiguousNames>
  );
}

interface GlanceProps {
  shown: ShownPerson;
  /** Pay period whose list the drawer is opened from; elsewhere this week is shown. */
  period: DayRange | undefined;
  isBackFromEditing: boolean;
  onClose: () => void;
}

function Glance({ shown, period, isBackFromEditing, onClose }: GlanceProps) {
  const { user, settings } = shown.view;
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBackFromEditing) edit.current?.focus();
  }, [isBackFromEditing]);
  return (
    <>
      <DialogBody isText>
        <PersonFacts shown={shown} />
        {!period && <Fields user={user} zone={shown.zone} />}
        <PersonDays
          shown={shown}
          range={period ?? weekOf(shown.today.day, settings.firstWeekday)}
          title={period ? payPeriodText(period) : say('person.thisWeek')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{say('common.close')}</Button>
        <Button ref={edit} icon={<Pencil size={18} />} className={NARROW} onClick={() => openOver('edit')}>
          {say('common.edit')}
        </Button>
        <Button look="primary" onClick={() => openPerson(user.id)}>
          {say('person.openPage')}
        </Button>
      </DialogActions>
    </>
  );
}

/** Hides the icon on the narrowest phones, so that three buttons fit. */
const NARROW = 'max-[22rem]:[&_svg]:hidden';

function PersonDays({ shown, range, title }: { shown: ShownPerson; range: DayRange; title: string }) {
  const its = usePersonBars(shown, range);
  if (its.days.length === 0) return null;
  return (
    <Section title={title} aside={<BarTotals bars={its.bars} />}>
      <PersonBars of={its} shown={shown} label={say('person.daysOf', { range: title })} />
    </Section>
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
