import * as z from 'zod/mini';
import * as corrections from './corrections.ts';
import { Id } from '../records.ts';
import { LONG_REQUEST_MS, get, post } from '../route.ts';

const APPLYING_REFUSALS = [
  'correction_changed_meanwhile',
  'correction_end_before_begin',
  'correction_too_long',
  'correction_break_outside',
  'correction_breaks_overlap',
  'correction_overlap',
  'leave_overlap',
  'period_closed',
] as const;
const TIMES_REFUSALS = [
  'correction_nothing_changed',
  'correction_entry_twice',
  'correction_other_day',
  'correction_too_long_ago',
  'correction_open_end',
  'correction_in_future',
  ...APPLYING_REFUSALS,
] as const;
const DECISION_REFUSALS = [
  'steps_too_many',
  'correction_not_found',
  'correction_not_yours',
  'correction_decided',
  'correction_changed',
] as const;

export const correctionsRoutes = {
  askCorrection: post('/api/corrections', 'signed-in', {
    summary:
      "Request a correction of one's own entries of a day. An administrator's correction of somebody else's counts at once.",
    takesRequestId: true,
    input: corrections.CorrectionRequest,
    output: corrections.CorrectionResponse,
    refusals: ['employee_not_found', 'steps_too_many', 'requests_too_many', ...TIMES_REFUSALS],
    isForm: true,
  }),
  decideCorrections: post('/api/corrections/decide', 'signed-in', {
    summary: 'Approve, decline, keep, withdraw or undo corrections, or object to them; one or many.',
    takesRequestId: true,
    input: corrections.CorrectionDecisions,
    output: corrections.CorrectionOutcomes,
    // The limit is long, since one request can decide 200 corrections, each with a commit of its own.
    limitMs: LONG_REQUEST_MS,
    refusals: [
      ...DECISION_REFUSALS,
      'correction_undo_over',
      'correction_reason_required',
      ...APPLYING_REFUSALS,
    ],
    isForm: true,
  }),
  sendBackCorrection: post('/api/corrections/send-back', 'admin', {
    summary: 'Suggest other times than were asked for.',
    takesRequestId: true,
    input: corrections.CounterProposal,
    output: corrections.CorrectionResponse,
    refusals: [...DECISION_REFUSALS, ...TIMES_REFUSALS],
    isForm: true,
  }),
  corrections: get('/api/corrections', 'admin', {
    summary: "Everybody's corrections: those to review, oldest first, or those done.",
    input: corrections.CorrectionsQuery,
    output: corrections.CorrectionsView,
    isForm: true,
  }),
  correction: get('/api/corrections/one', 'admin', {
    summary: 'One correction, with everything an administrator needs to review it.',
    input: z.strictObject({ id: Id }),
    output: corrections.CorrectionDetail,
    refusals: ['correction_not_found'],
  }),
} as const;
