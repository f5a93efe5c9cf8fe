import { problemMessage } from '#contract/problems';
import type { Failure } from '../../api.ts';

/** What the form shows when registration failed: the error's message, else the form's own (spec §8). */
export const registrationMessage = (failure: Failure): string =>
  failure.kind === 'refused'
    ? (Object.values(failure.fields)[0] ?? failure.message)
    : problemMessage('registration_form_failed');
