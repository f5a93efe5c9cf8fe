import { say } from '#texts/say';
import type { Settings } from '#contract/records';
import { call } from '#web/api.ts';
import { goTo } from '#web/browser/navigation.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { SET_UP, SET_UP_STEPS, stepWords, useSetUpSteps } from './steps.ts';

/** The way to the set-up, until an administrator finishes it. */
export function SetUp({ settings }: { settings: Settings }) {
  const { count, next } = useSetUpSteps(settings);
  const { run, problem, isSubmitting } = useForm();
  const text = say('setUp.stepsDone', { done: count, count: SET_UP_STEPS.length });
  return (
    <TitledCard
      title={say('setUp.title')}
      className="grid gap-3 print:hidden"
      aside={
        <div className="flex gap-2">
          {/* On success the live change removes the card for all admins. */}
          <Button
            size="small"
            look="quiet"
            isBusy={isSubmitting}
            onClick={() => void run(() => call('finishSetUp', { isSetUp: true }))}
          >
            {say('setUp.notNow')}
          </Button>
          <Button size="small" look="primary" onClick={() => goTo(['settings', SET_UP], {})}>
            {count === 0 ? say('setUp.start') : say('setUp.goOn')}
          </Button>
        </div>
      }
    >
      <ProgressBar label={say('setUp.label')} percent={(count / SET_UP_STEPS.length) * 100} text={text} />
      <p className="text-sm text-muted">
        {text}. {next ? say('setUp.next', { name: stepWords(next) }) : say('setUp.nextInvite')}
      </p>
      <Problem text={problem} />
    </TitledCard>
  );
}
