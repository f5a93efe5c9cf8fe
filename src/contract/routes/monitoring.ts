/** The monitoring tab, the activity feed and the live changes. */
import * as z from 'zod/mini';
import { ActivityFeedPage, ActivityPage, MarkActivityRead, MonitoringView } from '../activity.ts';
import { Cursor } from '../records.ts';
import { nothing, route } from './route.ts';

const RawLiveEvents = z.string();

export const monitoringRoutes = {
  monitoring: route({
    method: 'GET',
    path: '/api/monitoring',
    access: 'admin',
    summary: 'What the monitoring tab stands on.',
    input: nothing,
    output: MonitoringView,
  }),
  activity: route({
    method: 'GET',
    path: '/api/activity',
    access: 'admin',
    summary: 'Activity notifications, newest first; a page at a time, of one type or person if asked for.',
    input: ActivityPage,
    output: ActivityFeedPage,
  }),
  markActivityRead: route({
    method: 'POST',
    path: '/api/activity/read',
    access: 'admin',
    summary: 'Notifications have been seen.',
    input: MarkActivityRead,
    output: z.strictObject({ marked: z.int() }),
  }),

  live: route({
    method: 'GET',
    path: '/api/live',
    access: 'signed-in',
    summary: 'Changes as server-sent events; see LiveEvent. `after` or Last-Event-ID says from where.',
    input: z.strictObject({ after: z.optional(Cursor) }),
    output: RawLiveEvents,
    kind: 'stream',
    refusals: ['too_many_streams'],
  }),
} as const;
