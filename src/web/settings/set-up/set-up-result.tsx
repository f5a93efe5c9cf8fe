import { say } from '#texts/say';
import { UserPlus } from 'lucide-react';
import type { Settings } from '#contract/records';
import { shiftMinutes } from '#domain/expected/expected';
import { dayIn } from '#domain/time/format';
import { weekOf } from '#domain/time/workplace-day';
import { call } from '#web/api.ts';
import { goTo } from '#web/browser/navigation.ts';
import { PlannedWeeks } from '#web/expected/planned-weeks.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';

export function SetUpResult({ settings }: { settings: Settings }) {
  const { workplaceName, timeZone, workStartTime, workEndTime } = settings;
  const monday = useNow((now) => weekOf(dayIn(now, timeZone)).first);
  const { run, problem, isSubmitting } = useForm();
  const workday = { minutes: shiftMinutes(settings), start: workStartTime, end: workEndTime };
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? workday : { minutes: 0 }));
  const invite = async () => {
    const answer = await call('finishSetUp', { isSetUp: true });
    if (answer.ok) goTo(['settings', 'invite'], {});
    return answer;
  };
  return (
    <TitledCard
      title={
        workplaceName === ''
          ? say('setUp.workplaceReady')
          : say('setUp.namedReady', { workplace: workplaceName })
      }
      className="grid gap-4"
    >
      <p className="-mt-2 text-sm text-muted">{say('setUp.changeLater')}</p>
      <PlannedWeeks weeks={[{ name: say('sections.hours'), monday, days }]} />
      <Problem text={problem} />
      <Button
        look="primary"
        icon={<UserPlus size={18} />}
        isBusy={isSubmitting}
        className="sm:justify-self-end"
        onClick={() => void run(invite)}
      >
        {say('invite.people')}
      </Button>
    </TitledCard>
  );
}
