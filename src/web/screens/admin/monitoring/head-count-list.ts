/** Who is in the building: the list that is printed and carried to the meeting point. */
import type { MonitoringRow } from '#domain/day/monitoring';
import { openBreak } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';

export interface HeadCountGroup {
  readonly studio: string;
  readonly people: readonly HeadCountPerson[];
}

export interface HeadCountPerson {
  readonly id: string;
  readonly name: string;
  readonly employeeId: string;
  readonly hub: string;
  readonly since: EpochMs;
  readonly onBreak: boolean;
}

/** By studio, and by name within it: `rows` come by name. */
export function headCountGroups(rows: readonly MonitoringRow[]): HeadCountGroup[] {
  const groups = new Map<string, HeadCountPerson[]>();
  for (const { person, entry } of rows) {
    if (!entry) continue;
    const group = groups.get(person.department) ?? [];
    if (group.length === 0) groups.set(person.department, group);
    group.push({
      id: person.id,
      name: person.name,
      employeeId: person.employeeId,
      hub: person.hub,
      since: entry.clockIn,
      onBreak: openBreak(entry) !== undefined,
    });
  }
  return [...groups]
    .map(([studio, people]) => ({ studio, people }))
    .toSorted((one, other) => (one.studio < other.studio ? -1 : 1));
}
