import * as z from 'zod/mini';
import { CorrectionsQuery, CorrectionsView } from '../corrections.ts';
import { LeadAssignments, LeadsUpdate, TeamPeriods, TeamRequest, TeamView } from '../leads.ts';
import { Id } from '../records.ts';
import { get, post } from './route.ts';

export const teamRoutes = {
  saveLeads: post('/api/employees/leads', 'admin', {
    summary: 'Set whom an employee leads.',
    takesRequestId: true,
    input: LeadsUpdate,
    output: z.strictObject({ leads: LeadAssignments }),
    refusals: ['employee_not_found', 'employee_changed'],
    isForm: true,
  }),
  team: get('/api/team', 'lead', {
    summary: "Today's state of the people I lead.",
    output: TeamView,
  }),
  teamRequests: get('/api/team/requests', 'lead', {
    summary: 'Requests of the people I lead, as in the list of all corrections.',
    input: CorrectionsQuery,
    output: CorrectionsView,
    isForm: true,
  }),
  teamRequest: get('/api/team/request', 'lead', {
    summary: 'One request of somebody I lead, with its effect.',
    input: z.strictObject({ id: Id }),
    output: TeamRequest,
    refusals: ['correction_not_found'],
  }),
  teamPeriods: get('/api/team/periods', 'lead', {
    summary: 'Whose last pay period can be closed, of the people I lead.',
    output: TeamPeriods,
  }),
} as const;
