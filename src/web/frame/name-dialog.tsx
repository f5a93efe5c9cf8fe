/** Changing one's own name (spec §7, §8). */
import { Profile } from '#contract/accounts';
import type { User } from '#contract/records';
import { updateProfile } from '../auth.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../use-form.ts';
import { profileNotDone } from './profile-outcome.ts';

/** It closes when the name is changed, which the header shows. */
export default function NameDialog({ user, onClosed }: { user: User; onClosed: () => void }) {
  const form = useForm(Profile, { name: user.name }, async (typed) => {
    const answer = await updateProfile(typed);
    if (!answer.ok) return profileNotDone(answer.failure);
    onClosed();
    return undefined;
  });
  return (
    <Dialog title="Change name" onClose={onClosed} hasEdits={form.isDirty}>
      <DialogForm
        form={form.ref}
        problem={form.problem}
        submit="Save name"
        isSubmitting={form.working}
        onSubmit={form.submit}
        onCancel={onClosed}
      >
        <TextField
          label="Full Name"
          name="name"
          autoComplete="name"
          value={form.typed.name}
          error={form.faults.name}
          hint="Your administrators see it, and that you changed it."
          onChange={form.edit('name')}
        />
      </DialogForm>
    </Dialog>
  );
}
