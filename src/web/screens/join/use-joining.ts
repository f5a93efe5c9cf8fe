/** Whether somebody may register here, and what there is to select. */
import { useEffect, useState } from 'react';
import type { Joining } from '#contract/accounts';
import { call } from '#web/api.ts';
import { useWorkplace } from '#web/session/workplace.ts';

export interface JoiningState {
  /** Null before the server has answered. */
  readonly joining: Joining | null;
  /** 'unknown' only where an invitation is being looked at. */
  readonly entrance: 'open' | 'invitation-needed' | 'invitation-ended' | 'off' | 'unknown';
  /** It could not be asked. */
  readonly isFailed: boolean;
  retry(): void;
}

export function useJoining(invitation: string | undefined): JoiningState {
  const { registration } = useWorkplace();
  const [joining, setJoining] = useState<Joining | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isLeft = false;
    void call('joining', invitation === undefined ? {} : { invitation }).then((answer) => {
      if (isLeft) return;
      setFailed(!answer.ok);
      if (answer.ok) setJoining(answer.value);
    });
    return () => {
      isLeft = true;
    };
  }, [invitation, registration, attempt]);
  return {
    joining,
    entrance: entranceOf(registration, invitation, joining),
    isFailed,
    retry: () => setAttempt((before) => before + 1),
  };
}

function entranceOf(
  registration: 'open' | 'invitation' | 'approval' | 'off',
  invitation: string | undefined,
  joining: Joining | null,
): JoiningState['entrance'] {
  if (registration === 'off') return 'off';
  if (registration !== 'invitation') return 'open';
  if (invitation === undefined) return 'invitation-needed';
  if (joining === null) return 'unknown';
  return joining.mayRegister ? 'open' : 'invitation-ended';
}
