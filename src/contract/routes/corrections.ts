/** Corrections of time entries. */
import * as z from 'zod/mini';
import {
  CorrectionAnswer,
  CorrectionCounter,
  CorrectionDecisions,
  CorrectionDetail,
  CorrectionOutcomes,
  CorrectionRequest,
  CorrectionsQuery,
  CorrectionsView,
  MyCorrectionsView,
  PunchShift,
  PunchShiftOutcome,
  PunchShiftPreview,
} from '../corrections.ts';
import { Id } from '../records.ts';
import { nothing, operation } from './route.ts';

export const correctionsOperations = {
  askCorrection: operation({
    summary:
      "Ask for a correction of one's own entries of a day; an admin's of somebody else's counts at once.",
    input: CorrectionRequest,
    output: CorrectionAnswer,
    isForm: true,
  }),
  decideCorrections: operation({
    summary: 'Agree to corrections, decline, object, withdraw or take back; one, or many.',
    input: CorrectionDecisions,
    output: CorrectionOutcomes,
    isForm: true,
  }),
  sendBackCorrection: operation({
    summary: 'Suggest other times than were asked for.',
    input: CorrectionCounter,
    output: CorrectionAnswer,
    isForm: true,
  }),
  corrections: operation({
    summary: "Everybody's corrections: what waits, oldest first, or what is settled.",
    input: CorrectionsQuery,
    output: CorrectionsView,
    isForm: true,
  }),
  correction: operation({
    summary: 'One correction, with all that an admin decides by.',
    input: z.strictObject({ id: Id }),
    output: CorrectionDetail,
  }),
  myCorrections: operation({
    summary: "One's own corrections.",
    input: nothing,
    output: MyCorrectionsView,
  }),
  previewPunchShift: operation({
    summary: 'What moving the punches between two instants would change.',
    input: PunchShiftPreview,
    output: PunchShiftOutcome,
    isForm: true,
  }),
  shiftPunches: operation({
    summary: 'Move the punches between two instants, as a correction of each day concerned.',
    input: PunchShift,
    output: PunchShiftOutcome,
    isForm: true,
  }),
} as const;
