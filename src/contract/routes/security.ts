import * as z from 'zod/mini';
import * as security from '../security-log.ts';
import { LONG_REQUEST_MS, nothing, get, post } from './route.ts';

export const securityRoutes = {
  ownSecurity: get('/api/account/security', 'signed-in', {
    summary: 'Where I am signed in, and my recent sign-ins.',
    isLater: true,
    input: nothing,
    output: security.OwnSecurity,
  }),
  endSessions: post('/api/account/sessions/end', 'signed-in', {
    summary: 'Sign me out in one other browser, or in all others.',
    isLater: true,
    isRepeatable: true,
    input: security.SessionsEnd,
    output: z.strictObject({ ended: z.int() }),
  }),
  securityLog: get('/api/security-log', 'admin', {
    summary: 'Sign-ins, refusals and changes of rights, newest first, a page at a time.',
    input: security.SecurityLogQuery,
    output: security.SecurityLogPage,
    isForm: true,
  }),
  securityLogFile: get('/api/security-log/file', 'admin', {
    summary: 'The same as a CSV file, the newest 20,000 rows at most.',
    input: security.SecurityLogFileQuery,
    output: z.string(),
    kind: 'file',
    limitMs: LONG_REQUEST_MS,
  }),
} as const;
