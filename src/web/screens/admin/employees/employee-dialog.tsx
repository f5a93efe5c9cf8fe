/** One employee: the details, and the form that changes them (spec §2). */
import { useState } from 'react';
import type { User } from '#contract/records';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { useTitle } from '#web/browser/title.ts';
import { PersonName } from '#web/frame/which-person.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import type { Undo } from '#web/ui/toast.tsx';
import { CloseEntryDialog } from '#web/screens/admin/close-entry.tsx';
import { EmployeeDetails } from './employee-details.tsx';
import { EditEmployee } from './edit-employee.tsx';
import { SetPassword } from './set-password.tsx';
import type { Staff } from './use-employees.ts';

interface EmployeeDialogProps {
  /** As they were when the dialog was opened. */
  known: User;
  /** As they are now; undefined when they are no longer there. */
  user: User | undefined;
  staff: Staff;
  onClose: () => void;
  /** Closes the dialog and tells what was done. */
  onDone: (message: string, undo?: Undo) => void;
}

export default function EmployeeDialog({ known, user, staff, onClose, onDone }: EmployeeDialogProps) {
  const mode = useOpened('edit', 'new-password') ?? 'details';
  const isClosing = useOpened('close-entry') !== undefined;
  const [hasEdits, setHasEdits] = useState(false);
  useTitle((user ?? known).name, 1);
  const open = staff.open.get(known.id);
  const toDetails = () => closeOver(mode);
  return (
    <Dialog
      title={
        <>
          {mode === 'edit' && 'Edit '}
          <PersonName person={user ?? known} />
        </>
      }
      hasEdits={hasEdits}
      onClose={onClose}
    >
      {!user && <Gone onClose={onClose} />}
      {user && mode === 'details' && (
        <EmployeeDetails
          user={user}
          zone={staff.zone}
          open={open}
          onEdit={() => openOver('edit')}
          onSetPassword={() => openOver('new-password')}
          onCloseEntry={() => openOver('close-entry')}
          onClose={onClose}
        />
      )}
      {user && mode === 'edit' && (
        <EditEmployee
          user={user}
          hasOpenEntry={open !== undefined}
          onEdited={setHasEdits}
          onCancel={toDetails}
          onDone={onDone}
        />
      )}
      {user && mode === 'new-password' && <SetPassword user={user} onCancel={toDetails} onClose={onClose} />}
      {user && open && isClosing && (
        <CloseEntryDialog entry={open.entry} employee={user} onDone={() => closeOver('close-entry')} />
      )}
    </Dialog>
  );
}

const Gone = ({ onClose }: { onClose: () => void }) => (
  <>
    <DialogBody>
      <div role="alert">
        <Banner tone="warning" title="This employee is no longer there.">
          Nothing can be changed any more. The list shows who is.
        </Banner>
      </div>
    </DialogBody>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </>
);
