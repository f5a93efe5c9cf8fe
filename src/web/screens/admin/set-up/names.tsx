import { useState, type FormEvent } from 'react';
import { Profile } from '#contract/accounts';
import type { Settings } from '#contract/records';
import { SettingsUpdate } from '#contract/settings';
import { WORKPLACE_NAME_MAX } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { fieldErrorsOf, useSubmission } from '#web/forms/use-submission.ts';
import { changesTo } from '#web/screens/admin/use-settings.ts';
import { updateProfile } from '#web/session/auth.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

type Field = 'name' | 'workplaceName';

export function Names({ settings, name: saved }: { settings: Settings; name: string }) {
  const [name, setName] = useState(saved);
  const [workplaceName, setWorkplaceName] = useState(settings.workplaceName);
  const { errors, problem, isSubmitting, submit, clear, ref } = useSubmission<Field>();
  const save = async () => {
    const renamed = await updateProfile({ name });
    if (!renamed.ok) return { problem: renamed.failure.message };
    const answer = await call('updateSettings', changesTo(settings, { workplaceName }));
    return answer.ok ? undefined : { problem: answer.failure.message };
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...fieldErrorsOf(Profile, { name }),
      ...fieldErrorsOf(SettingsUpdate, changesTo(settings, { workplaceName })),
    };
    void submit(found, save);
  };
  return (
    <form ref={ref} noValidate onSubmit={send} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Your Name"
          autoComplete="name"
          value={name}
          error={errors.name}
          onChange={(text) => {
            clear('name');
            setName(text);
          }}
        />
        <TextField
          label="Workplace Name"
          autoComplete="organization"
          maxLength={WORKPLACE_NAME_MAX}
          value={workplaceName}
          error={errors.workplaceName}
          onChange={(text) => {
            clear('workplaceName');
            setWorkplaceName(text);
          }}
        />
      </div>
      <div role="alert" className="empty:hidden">
        {problem !== null && <Banner tone="danger" title={problem} />}
      </div>
      <Button
        type="submit"
        look="primary"
        working={isSubmitting}
        resting={isSubmitting}
        className="justify-self-start"
      >
        {isSubmitting ? 'Saving...' : 'Save names'}
      </Button>
    </form>
  );
}
