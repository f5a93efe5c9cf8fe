/** What the feed's filters offer, and what of the live notifications belongs to it. */
import type { ActivityNotification, BoardPerson } from '#contract/records';
import type { NotificationType } from '#domain/activity';
import { TYPE_LABEL } from './notification-item.tsx';
import type { FeedFilter } from './use-activity-feed.ts';

const TYPES = Object.keys(TYPE_LABEL) as NotificationType[];
export const TYPE_CHOICES: readonly string[] = TYPES.map((type) => TYPE_LABEL[type]);
export const typeNamed = (label: string): NotificationType | undefined => TYPES.find((type) => TYPE_LABEL[type] === label);

/** Names alone may be several people's; the studio tells them apart. */
export const feedPeople = (people: readonly BoardPerson[]): { value: string; label: string; hint: string }[] =>
  people.map(({ id, name, department }) => ({ value: id, label: name, hint: department })).toSorted((one, other) => one.label.localeCompare(other.label));

export const isOfFilter = ({ type, userId }: Pick<ActivityNotification, 'type' | 'userId'>, filter: FeedFilter): boolean =>
  (filter.type === undefined || filter.type === type) && (filter.userId === undefined || filter.userId === userId);

/** How many of `live` (newest first) came after the feed's first one. */
export function newerThan(first: Pick<ActivityNotification, 'id' | 'timestamp'> | undefined, live: readonly Pick<ActivityNotification, 'id' | 'timestamp'>[]): number {
  if (!first) return live.length;
  return live.filter(({ id, timestamp }) => id !== first.id && timestamp > first.timestamp).length;
}
