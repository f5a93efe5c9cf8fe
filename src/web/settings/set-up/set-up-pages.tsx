/** The set-up (#settings/set-up/holidays): sections of Settings as steps, one after the other. */
import { say } from '#texts/say';
import { useEffect, useRef } from 'react';
import { goTo, openOver, usePlace } from '#web/browser/navigation.ts';
import { useSettings } from '#web/live/use-settings.ts';
import { useAuth } from '#web/session/auth.ts';
import { useTitle } from '#web/session/workplace.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { SectionContent } from '#web/settings/section-content.tsx';
import type { Section } from '#web/settings/section-table.tsx';
import { SETTINGS_FORMS } from '#web/settings/sections.tsx';
import { LIST_CLASS, SectionList } from '#web/settings/settings-list.tsx';
import { useSummaries } from '#web/settings/summaries.ts';
import { SET_UP, SET_UP_STEPS, stepWords, useSetUpSteps } from './steps.ts';
import { SetUpResult } from './set-up-result.tsx';

const END = 'end';
const pathTo = (name: string) => ['settings', SET_UP, name];
const go = (name: string) => goTo(pathTo(name), {});

export function SetUpPages() {
  useTitle(say('setUp.title'), 1);
  const settings = useSettings().data?.settings;
  const { done, next, pass } = useSetUpSteps(settings);
  const summaries = useSummaries();
  const named = usePlace(({ path }) => path[2] ?? null);
  // The end shows what is set, so its address leads to a step while one is open.
  const isEnd = next === undefined && (named === END || named === null);
  const step = isEnd
    ? undefined
    : (SET_UP_STEPS.find(({ name }) => name === named) ?? next ?? SET_UP_STEPS[0]);
  const index = step ? SET_UP_STEPS.indexOf(step) : SET_UP_STEPS.length;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [index]);
  const values = { step: index + 1, of: SET_UP_STEPS.length };
  const text = step ? say('setUp.step', values) : say('setUp.ready');
  return (
    <section aria-labelledby="set-up" className="grid gap-2 pt-4">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 ref={heading} id="set-up" tabIndex={-1} className="text-lg font-semibold">
            {say('setUp.title')}
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {step ? say('setUp.stepNamed', { ...values, name: stepWords(step) }) : text}
          </p>
        </div>
        <ProgressBar label={say('setUp.label')} percent={(index / SET_UP_STEPS.length) * 100} text={text} />
      </header>
      <div className={LIST_CLASS}>
        <SectionList
          label={say('setUp.steps')}
          sections={SET_UP_STEPS}
          chosen={step?.name}
          pathTo={pathTo}
          summaries={summaries}
          done={done}
          className={step ? 'max-sm:hidden' : 'max-sm:order-last'}
        />
        {step ? (
          <Step
            key={step.name}
            section={step}
            isDone={done.has(step.name)}
            before={SET_UP_STEPS[index - 1]}
            goOn={() => {
              pass(step.name);
              go(SET_UP_STEPS[index + 1]?.name ?? END);
            }}
          />
        ) : (
          settings && <SetUpResult settings={settings} />
        )}
      </div>
    </section>
  );
}

interface StepProps {
  section: Section;
  isDone: boolean;
  before: Section | undefined;
  goOn: () => void;
}

function Step({ section, isDone, before, goOn }: StepProps) {
  const { user } = useAuth();
  const back = before && (
    <Button className="max-sm:grow" onClick={() => go(before.name)}>
      {say('setUp.back')}
    </Button>
  );
  return (
    <div className="grid min-w-0 gap-4">
      {section.name === 'workplace' && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {say('setUp.signedInAs', { name: user?.name ?? '' })}
          <Button size="small" look="quiet" onClick={() => openOver('change-name')}>
            {say('setUp.changeName')}
          </Button>
        </p>
      )}
      <SectionContent section={section} step={{ goOn, back }} />
      {!(section.name in SETTINGS_FORMS) && (
        <div className="sticky bottom-(--bar) z-10 short:relative short:bottom-0 flex justify-end gap-3 border-t border-line bg-page py-3 max-sm:-mx-4 max-sm:px-4">
          {back}
          <Button look={isDone ? 'primary' : 'secondary'} className="max-sm:grow" onClick={goOn}>
            {isDone ? say('pager.next') : say('setUp.skip')}
          </Button>
        </div>
      )}
    </div>
  );
}
