/** The monitoring tab, the activity feed and the live changes. */
import * as z from 'zod/mini';
import { ActivityFeedPage, ActivityPage, MarkActivityRead, MonitoringView } from '../activity.ts';
import { Cursor } from '../records.ts';
import { nothing, operation } from './route.ts';

const RawLiveEvents = z.string();

export const monitoringOperations = {
  monitoring: operation({
    summary: 'What the monitoring tab stands on.',
    input: nothing,
    output: MonitoringView,
  }),
  activity: operation({
    summary: 'Activity notifications, newest first; a page at a time, of one type or person if asked for.',
    input: ActivityPage,
    output: ActivityFeedPage,
  }),
  markActivityRead: operation({
    summary: 'Notifications have been seen.',
    input: MarkActivityRead,
    output: z.strictObject({ marked: z.int() }),
  }),

  live: operation({
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
