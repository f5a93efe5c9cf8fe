/** Changing one's own name (spec §7, §8). */
import { Profile } from '#contract/inputs';
import type { User } from '#contract/records';
import { updateProfile } from '../auth.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CancelButton, Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';
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
      <form ref={form.ref} noValidate onSubmit={form.submit} className="contents">
        <DialogBody>
          <TextField label="Full Name" name="name" autoComplete="name" value={form.typed.name} error={form.faults.name} hint="Your administrators see it, and that you changed it." onChange={form.edit('name')} />
          <div role="alert" className="empty:-mt-4">{form.problem !== null && <Banner tone="danger" title={form.problem} />}</div>
        </DialogBody>
        <DialogActions>
          <CancelButton onCancel={onClosed} />
          <Button look="primary" type="submit" disabled={form.working} working={form.working}>Save name</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
