/** What the feed's filters offer, and what of the live notifications belongs to it. */
import type { ActivityNotification, BoardPerson } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import type { NotificationType } from '#domain/entry/activity';
import { confusableIds } from '#domain/people/confusable-names';
import { NOTIFICATION_HOURS } from '#domain/day/monitoring';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import { isPersonId } from '#web/browser/place.ts';
import { TYPE_LABEL } from './notification-item.tsx';
import type { FeedFilter } from './use-activity-feed.ts';

const TYPES = Object.keys(TYPE_LABEL) as NotificationType[];
export const TYPE_CHOICES: readonly string[] = TYPES.map((type) => TYPE_LABEL[type]);
export const typeNamed = (label: string): NotificationType | undefined =>
  TYPES.find((type) => TYPE_LABEL[type] === label);

/** By what the address says; what it names in vain is not filtered by. */
export const feedFilterOf = ({ type, employee = '' }: { type?: string; employee?: string }): FeedFilter => ({
  type: TYPES.find((one) => one === type),
  userId: isPersonId(employee) ? employee : undefined,
});

export const ALL_EMPLOYEES = 'All employees';

/** The ids of people by what the filter calls them: their name, and where it can be taken for another's, the employee id too. */
export function peopleByLabel(people: readonly BoardPerson[]): ReadonlyMap<string, string> {
  const confusable = confusableIds(people);
  return new Map(
    people.map(({ id, name, employeeId }) => [confusable.has(id) ? `${name} (${employeeId})` : name, id]),
  );
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
