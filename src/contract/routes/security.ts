import * as z from 'zod/mini';
import { OwnSecurity, SessionsEnd } from '../security-log.ts';
import { nothing, get, post } from './route.ts';

export const securityRoutes = {
  ownSecurity: get('/api/account/security', 'signed-in', {
    summary: 'Where I am signed in, and my recent sign-ins.',
    isLater: true,
    input: nothing,
    output: OwnSecurity,
  }),
  endSessions: post('/api/account/sessions/end', 'signed-in', {
    summary: 'Sign me out in one other browser, or in all others.',
    isLater: true,
    isRepeatable: true,
    input: SessionsEnd,
    output: z.strictObject({ ended: z.int() }),
  }),
} as const;
