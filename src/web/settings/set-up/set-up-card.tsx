import * as z from 'zod/mini';
import { CircleCheck, ChevronDown, Circle } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Settings } from '#contract/records';
import { Profile } from '#contract/accounts/accounts';
import type { SetUp } from '#contract/installation/set-up';
import { SettingsUpdate } from '#contract/settings/settings';
import { WORKPLACE_NAME_MAX } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { goTo } from '#web/browser/navigation.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Invite, Link, NotReachableNote, QrCode } from '#web/people/invite.tsx';
import { Holidays } from '#web/expected/standard-hours.tsx';
import { TestMail } from '#web/settings/test-mail.tsx';
import { appAddressOf, isReachable, useSetUp, toSettingsUpdate } from '#web/live/use-settings.ts';
import { updateProfile, useAuth } from '#web/session/auth.ts';
import { Problem } from '#web/ui/banner.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { TextField } from '#web/ui/field.tsx';
import { deviceZone, HoursStep, isSameZone } from './hours.tsx';

interface SetUpCardProps {
  title: ReactNode;
  settings: Settings;
  hasEmployees: boolean;
}

export default function SetUpCard({ title, settings, hasEmployees }: SetUpCardProps) {
  const { user } = useAuth();
  const query = useSetUp();
  const { data: setUp } = query;
  /** Index of the open step. The card opens at the first unfinished one; a saved step closes and the next opens. */
  const [opened, setOpened] = useState<number | null | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const goOn = () => {
    const next = steps.findIndex((step, index) => index !== opened && !step.isDone);
    flushSync(() => setOpened(next));
    list.current?.children[next]?.querySelector('button')?.focus();
  };
  const steps = setUp ? stepsOf(settings, setUp, user?.name ?? '', hasEmployees, goOn) : [];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (opened === undefined && setUp) setOpened(steps.findIndex(({ isDone }) => !isDone));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pb-3 sm:px-6">
        <div className="min-w-0 flex-1 basis-60">
          {title}
          <p className="text-sm text-muted">
            {setUp ? `${done} of ${steps.length} done.` : 'Before people clock in.'} You can change each one
            later in Settings.
          </p>
        </div>
        <DismissButton isDone={setUp !== undefined && done === steps.length} />
      </div>
      {!setUp && (
        <div className="px-4 pb-4 sm:px-6">
          <LoadState title="This could not be loaded." query={query} shape="h-158 sm:h-123" />
        </div>
      )}
      <ol ref={list}>
        {steps.map((step, index) => (
          <StepRow
            key={step.title}
            {...step}
            isOpen={index === opened}
            onToggle={() => setOpened(index === opened ? null : index)}
          />
        ))}
      </ol>
    </>
  );
}

function stepsOf(settings: Settings, setUp: SetUp, name: string, hasEmployees: boolean, goOn: () => void) {
  const { workplaceName, timeZone, workStartTime, workEndTime, registration } = settings;
  const device = deviceZone();
  const { yearWithoutHolidays: lacking } = setUp;
  const address = appAddressOf(setUp);
  return [
    {
      title: 'Your name and your workplace',
      state:
        workplaceName === ''
          ? `You are '${name}', and the workplace has no name yet`
          : `${name}, ${workplaceName}`,
      isDone: workplaceName !== '',
      content: <Names settings={settings} name={name} onSaved={goOn} />,
    },
    {
      title: 'Time zone and hours',
      state:
        timeZone === setUp.serverTimeZone && !isSameZone(timeZone, device)
          ? `${timeZone}, from the server; your browser says ${device}`
          : `${timeZone}, ${workStartTime} to ${workEndTime}`,
      isDone: isSameZone(timeZone, device),
      content: <HoursStep settings={settings} setUp={setUp} device={device} onSaved={goOn} />,
    },
    {
      title: 'Public holidays',
      state: lacking === null ? 'Chosen' : `${lacking} has no holidays yet`,
      isDone: lacking === null,
      content: <Holidays onSaved={goOn} />,
    },
    {
      title: 'Invite people',
      state: hasEmployees ? 'People have joined' : 'Nobody has joined yet',
      isDone: hasEmployees,
      content: (
        <>
          {registration === 'off' ? (
            <p className="text-sm">Registration is off. Add people yourself, or turn it on in Settings.</p>
          ) : (
            <>
              <p className="text-sm">People open this link and create an account in three short steps.</p>
              <Invite setUp={setUp} />
            </>
          )}
          <Button
            size="small"
            look="quiet"
            onClick={() => goTo(['employees', 'add'], {})}
            className="justify-self-start"
          >
            Add somebody yourself
          </Button>
        </>
      ),
    },
    {
      title: 'Email',
      state:
        setUp.mail.host === null ? 'Not set up: you pass on reset links yourself' : `By ${setUp.mail.host}`,
      isDone: setUp.mail.host !== null,
      content: <TestMail {...setUp} />,
    },
    {
      title: 'Clock in from your phone',
      state: isReachable(address) ? address : 'Phones cannot open this address yet',
      isDone: isReachable(address),
      content: <Phone address={address} />,
    },
  ];
}

type StepRowProps = ReturnType<typeof stepsOf>[number] & { isOpen: boolean; onToggle: () => void };

function StepRow({ title, state, isDone, content, isOpen, onToggle }: StepRowProps) {
  const id = useId();
  return (
    <li className="border-t border-line">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 sm:px-6"
        >
          {isDone ? (
            <CircleCheck size={20} className="shrink-0 text-success" />
          ) : (
            <Circle size={20} className="shrink-0 text-muted" />
          )}
          <span className="min-w-0 grow">
            <span className="block font-semibold">
              {title}
              <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
            </span>
            <span className="block text-sm text-muted wrap-anywhere">{state}</span>
          </span>
          <ChevronDown
            size={20}
            className={classes('shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="px-4 pb-5 sm:pr-6 sm:pl-14">
        <div className="grid max-w-160 gap-3">{isOpen && content}</div>
      </div>
    </li>
  );
}

function DismissButton({ isDone }: { isDone: boolean }) {
  const { run, problem, isSubmitting } = useForm();
  // On success nothing is left to do here: the live change removes the card for all admins.
  const finishSetUp = () => call('finishSetUp', { isSetUp: true });
  return (
    <>
      <Button
        look={isDone ? 'primary' : 'secondary'}
        size="small"
        isBusy={isSubmitting}
        onClick={() => void run(finishSetUp)}
      >
        {isDone ? 'Done' : 'Not now'}
      </Button>
      <Problem text={problem} className="basis-full empty:hidden" />
    </>
  );
}

function Phone({ address }: { address: string }) {
  const [isShown, setShown] = useState(false);
  if (!isReachable(address)) return <NotReachableNote address={address} />;
  return (
    <>
      <p className="text-sm">
        Point the phone's camera at the code and sign in. 'Add to home screen' in the browser's menu installs
        it as an app.
      </p>
      <Link href={address} label="Copy address" />
      {isShown ? (
        <div className="w-48">
          <QrCode text={address} label={`QR code of ${address}`} />
        </div>
      ) : (
        <Button size="small" onClick={() => setShown(true)} className="justify-self-start">
          Show the QR code
        </Button>
      )}
    </>
  );
}

const NamesForm = z.object({
  name: Profile.shape.name,
  workplaceName: z.nonoptional(SettingsUpdate.shape.workplaceName),
});

function Names({ settings, name, onSaved }: { settings: Settings; name: string; onSaved: () => void }) {
  const { workplaceName } = settings;
  const { ref, problem, isSubmitting, field, submit } = useForm<z.infer<typeof NamesForm>>({
    schema: NamesForm,
    record: { name, workplaceName },
    send: async (typed) => {
      const renamed = await updateProfile({ name: typed.name });
      if (!renamed.ok) return renamed;
      return call('updateSettings', toSettingsUpdate(settings, { workplaceName: typed.workplaceName }));
    },
    failureOf: ({ message }) => ({ problem: message }),
    onDone: onSaved,
  });
  return (
    <form ref={ref} noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...field('name')} label="Your Name" autoComplete="name" />
        <TextField
          {...field('workplaceName')}
          label="Workplace Name"
          autoComplete="organization"
          maxLength={WORKPLACE_NAME_MAX}
        />
      </div>
      <Problem text={problem} />
      <Button type="submit" look="primary" isBusy={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Saving...' : 'Save names'}
      </Button>
    </form>
  );
}
