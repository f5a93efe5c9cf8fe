import * as z from 'zod/mini';
import { Cursor } from '../records.ts';
import { get, post } from '../route.ts';
import { ActivityFeedPage, ActivityQuery, MarkActivityRead, MonitoringView } from './activity.ts';

const RawLiveEvents = z.string();

export const monitoringRoutes = {
  monitoring: get('/api/monitoring', 'admin', {
    summary: 'The data of the monitoring tab.',
    output: MonitoringView,
  }),
  activity: get('/api/activity', 'admin', {
    summary: 'Activity notifications, newest first; a page at a time, of one type or person if asked for.',
    input: ActivityQuery,
    output: ActivityFeedPage,
  }),
  markActivityRead: post('/api/activity/read', 'admin', {
    summary: 'Notifications have been seen.',
    isRepeatable: true,
    input: MarkActivityRead,
    output: z.strictObject({ marked: z.int() }),
  }),

  live: get('/api/live', 'signed-in', {
    summary:
      'Changes as server-sent events; see LiveEvent. `after` or Last-Event-ID says from where, `version` of which build a page is.',
    input: z.strictObject({
      after: z.optional(Cursor),
      version: z.optional(z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]{0,30}$/))),
    }),
    output: RawLiveEvents,
    kind: 'stream',
    refusals: ['too_many_streams'],
  }),
} as const;
