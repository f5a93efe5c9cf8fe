import * as z from 'zod/mini';
import { Profile } from '#contract/accounts';
import type { Settings } from '#contract/records';
import { SettingsUpdate } from '#contract/settings';
import { WORKPLACE_NAME_MAX } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { changesTo } from '#web/screens/admin/use-settings.ts';
import { updateProfile } from '#web/session/auth.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

const NamesForm = z.object({
  name: Profile.shape.name,
  workplaceName: z.nonoptional(SettingsUpdate.shape.workplaceName),
});

export function Names({ settings, name }: { settings: Settings; name: string }) {
  const { workplaceName } = settings;
  const { ref, problem, isSubmitting, field, submit } = useForm(
    NamesForm,
    { name, workplaceName },
    async (typed) => {
      const renamed = await updateProfile({ name: typed.name });
      if (!renamed.ok) return { problem: renamed.failure.message };
      const changes = changesTo(settings, { workplaceName: typed.workplaceName });
      const answer = await call('updateSettings', changes);
      return answer.ok ? undefined : { problem: answer.failure.message };
    },
  );
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
      <Button type="submit" look="primary" working={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Saving...' : 'Save names'}
      </Button>
    </form>
  );
}
