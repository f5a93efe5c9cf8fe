/** What the feed's filters offer, and what of the live notifications belongs to it. */
import type { ActivityNotification, BoardPerson } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import type { NotificationType } from '#domain/activity';
import { NOTIFICATION_HOURS } from '#domain/monitoring';
import { MS_PER_HOUR, type EpochMs } from '#domain/time';
import { TYPE_LABEL } from './notification-item.tsx';
import type { FeedFilter } from './use-activity-feed.ts';

const TYPES = Object.keys(TYPE_LABEL) as NotificationType[];
export const TYPE_CHOICES: readonly string[] = TYPES.map((type) => TYPE_LABEL[type]);
export const typeNamed = (label: string): NotificationType | undefined =>
  TYPES.find((type) => TYPE_LABEL[type] === label);

export const ALL_EMPLOYEES = 'All employees';

/**
 * The ids of people by what the filter calls them: their name, and where that is several people's, the studio
 * and a number too.
 */
export function peopleByLabel(people: readonly BoardPerson[]): ReadonlyMap<string, string> {
  const names = new Map<string, number>();
  for (const { name } of people) names.set(name, (names.get(name) ?? 0) + 1);
  const used = new Map<string, number>();
  const labels = new Map<string, string>();
  for (const { id, name, department } of people) {
    const label = (names.get(name) ?? 0) > 1 ? `${name} (${department})` : name;
    const before = used.get(label) ?? 0;
    used.set(label, before + 1);
    labels.set(before === 0 ? label : `${label} ${before + 1}`, id);
  }
  return labels;
}

export const matchesFilter = (
  { type, userId }: Pick<ActivityNotification, 'type' | 'userId'>,
  filter: FeedFilter,
): boolean =>
  (filter.type === undefined || filter.type === type) &&
  (filter.userId === undefined || filter.userId === userId);

/**
 * Whoever opens the feed after a holiday finds what is new, not a year of it: only the last 24 hours count as
 * unread.
 */
export const isUnread = (
  { read, timestamp }: Pick<ActivityNotification, 'read' | 'timestamp'>,
  now: EpochMs,
): boolean => !read && toEpochMs(timestamp) > now - NOTIFICATION_HOURS * MS_PER_HOUR;

/** How many of the `live` ones (as far as they belong to the feed) have come since the feed was loaded. */
export function countNew(
  feed: readonly Pick<ActivityNotification, 'id' | 'timestamp'>[],
  live: readonly Pick<ActivityNotification, 'id' | 'timestamp'>[],
): number {
  const since = feed[0]?.timestamp ?? '';
  const known = new Set(feed.map(({ id }) => id));
  return live.filter(({ id, timestamp }) => timestamp >= since && !known.has(id)).length;
}
