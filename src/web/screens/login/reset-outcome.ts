import { problemText } from '#contract/problem-texts';
import type { ProblemCode } from '#contract/problems';
import type { OutputOf } from '#contract/routes';
import type { Failure } from '#web/api.ts';

const SHOWN_AS_IS: readonly ProblemCode[] = [
  'reset_unknown_user',
  'reset_invalid_email',
  'account_disabled',
  'reset_too_many',
];

/**
 * What 'Forgot password?' says when there is no link (spec §8); anything unforeseen is 'Failed to send
 * password reset email.'
 */
export const resetMessage = (failure: Failure): string =>
  failure.kind === 'refused' && SHOWN_AS_IS.includes(failure.code)
    ? failure.message
    : problemText('reset_failed');

/** What happened, and what to do now. Says no more than the server did (HIDE_ACCOUNTS). */
export function resetRequested(
  email: string,
  { by, certain, minutes }: OutputOf<'requestPasswordReset'>,
): { title: string; text: string } {
  const rest = `It works once, within ${minutes} minutes.`;
  if (by === 'outbox')
    return {
      title: 'Ask an administrator for a new password',
      text: 'This server does not send email, so no link will reach you. An administrator can give you a new password.',
    };
  return certain
    ? {
        title: 'The link is on its way',
        text: `It was sent to ${email}. ${rest} If it does not arrive, check your spam folder.`,
      }
    : {
        title: 'Check your inbox',
        text: `If ${email} has an account, a link is on its way there. ${rest} If it does not arrive, check your spam folder.`,
      };
}
