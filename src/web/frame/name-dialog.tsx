import { Profile } from '#contract/accounts/accounts';
import { problemText } from '#contract/problems';
import type { User } from '#contract/records';
import type { Failure } from '#web/api.ts';
import { updateProfile } from '#web/session/auth.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { SubmitFailure } from '#web/forms/draft.ts';
import { useForm } from '#web/forms/use-form.ts';

export default function NameDialog({ user, onClosed }: { user: User; onClosed: () => void }) {
  const form = useForm({
    schema: Profile,
    record: { name: user.name },
    send: updateProfile,
    failureOf: profileFailure,
    onDone: onClosed,
  });
  return (
    <FormDialog title="Change name" form={form} submit="Save name" onClose={onClosed}>
      <TextField
        {...form.field('name')}
        label="Full Name"
        autoComplete="name"
        hint="Administrators see your name and that you changed it."
      />
    </FormDialog>
  );
}

/** Error texts by spec §8, profile update. */
export function profileFailure(failure: Failure): SubmitFailure {
  if (failure.kind === 'refused' && failure.fields['name'] !== undefined)
    return { errors: { name: failure.fields['name'] } };
  const isShownAsIs =
    failure.kind === 'refused' && ['profile_not_signed_in', 'renames_too_many'].includes(failure.code);
  return { problem: isShownAsIs ? failure.message : problemText('profile_update_failed'), focus: 'name' };
}
