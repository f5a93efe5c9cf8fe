/** Lists the people in the building. An open list does not change, so that paper and screen agree. Works offline. */
import { richly } from '#web/ui/rich-text.tsx';
import { say, sayNumber } from '#texts/say';
import { Printer } from 'lucide-react';
import { Fragment, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatClock, formatDate, formatTime } from '#domain/time/format';
import { isWithin } from '#domain/time/workplace-day';
import { useTitle } from '#web/session/workplace.ts';
import { now } from '#web/time/clock.ts';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { PersonLink, useIsPersonDialogOpen } from '#web/frame/person-name.tsx';
import { PRODUCT_NAME } from '#web/product.ts';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import type { Monitor } from './use-monitor.ts';
import type { MonitoringRow } from '#domain/day/monitoring';
import { openBreak } from '#domain/entry/time-entry';
import { groupBy } from '#domain/report/groups';

/** Groups the people in the building by studio. @param rows sorted by name; each group keeps this order */
export function headCountGroups(rows: readonly MonitoringRow[]) {
  const people = rows.flatMap(({ person, entry }) => (entry ? { ...person, entry } : []));
  return [...groupBy(people, ({ department }) => department)]
    .map(([studio, its]) => ({ studio, people: its }))
    .toSorted((one, other) => (one.studio < other.studio ? -1 : 1));
}
type HeadCountGroup = ReturnType<typeof headCountGroups>[number];

export function HeadCount({ monitor, onClose }: { monitor: Monitor; onClose: () => void }) {
  const { board, zone } = monitor;
  const connection = useConnectionStatus();
  useTitle(say('headCount.title'), 1);
  const [list] = useState(() => ({
    at: 'since' in connection ? connection.since : now(),
    groups: headCountGroups(board.rows),
    former: board.leftOpen
      .filter(({ leftOpen }) => leftOpen === 'no-longer-active')
      .map(({ person }) => person),
  }));
  const count = list.groups.reduce((sum, { people }) => sum + people.length, 0);
  const sheet = (
    <>
      <p className="text-sm">
        {richly('since' in connection ? 'headCount.atLastAnswer' : 'headCount.at', {
          people: <strong className="text-base">{say('headCount.people', { count })}</strong>,
          time: formatClock(list.at, zone),
          date: formatDate(list.at, zone),
        })}
      </p>
      {list.groups.map((group) => (
        <StudioTable key={group.studio} group={group} monitor={monitor} />
      ))}
      {list.former.length > 0 && (
        <p className="mt-4 text-sm">
          {richly('headCount.notCounted', {
            people: list.former.map((person, index) => (
              <Fragment key={person.id}>
                {index > 0 && ', '}
                <PersonLink person={person} />
              </Fragment>
            )),
          })}
        </p>
      )}
    </>
  );
  return (
    <>
      <Overlay
        title={say('headCount.title')}
        isCovered={useIsPersonDialogOpen()}
        onClose={onClose}
        aside={
          count > 0 && (
            <Button size="small" look="primary" icon={<Printer size={16} />} onClick={() => print()}>
              {say('common.print')}
            </Button>
          )
        }
      >
        <div className="p-4">
          {count === 0 ? (
            <Empty icon={<Printer size={32} />} title={say('active.none')}>
              {say('headCount.nobody')}
            </Empty>
          ) : (
            sheet
          )}
        </div>
      </Overlay>
      {createPortal(
        <div className="print-sheet hidden print:block">
          <h1 className="mb-2 text-lg font-semibold">
            {say('headCount.printTitle', { product: PRODUCT_NAME })}
          </h1>
          {sheet}
        </div>,
        document.body,
      )}
    </>
  );
}

const PRINT_ONLY_CLASS = 'hidden print:table-cell';

/** Columns have fixed widths, so that the tables of all groups line up. A phone shows no hub. */
const HEADINGS = [
  ['field.name', ''],
  ['field.hub', 'max-sm:hidden print:table-cell w-[38%]'],
  ['headCount.inSince', 'w-[20%] max-sm:w-[24%]'],
  ['field.status', 'w-[13%] max-sm:w-[22%]'],
  ['headCount.seen', `${PRINT_ONLY_CLASS} w-9 text-end`],
] as const;

function StudioTable({ group, monitor }: { group: HeadCountGroup; monitor: Monitor }) {
  const { studio, people } = group;
  const title = `${studio} (${sayNumber(people.length)})`;
  return (
    <table className="mt-4 w-full table-fixed text-start text-sm">
      <caption className="border-b border-ink pb-1 text-start text-base font-semibold">{title}</caption>
      <thead>
        <tr>
          {HEADINGS.map(([heading, look]) => (
            <th
              key={heading}
              scope="col"
              className={`py-1 pe-2 text-xs font-semibold text-muted last:pe-0 ${look}`}
            >
              {say(heading)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {people.map((person) => (
          <HeadCountRow key={person.id} person={person} monitor={monitor} />
        ))}
      </tbody>
    </table>
  );
}

type HeadCountRowProps = { person: HeadCountGroup['people'][number]; monitor: Monitor };

const HeadCountRow = ({ person, monitor: { zone, today } }: HeadCountRowProps) => {
  const { clockIn } = person.entry;
  return (
    <tr className="break-inside-avoid">
      <td className="py-1.5 pe-2 font-semibold wrap-anywhere">
        <PersonLink person={person} />
      </td>
      <td className="py-1.5 pe-2 text-muted max-sm:hidden print:table-cell">{person.hub}</td>
      <td className="py-1.5 pe-2 tabular-nums">
        {formatTime(clockIn, zone)}
        {!isWithin(clockIn, today) && `, ${formatDate(clockIn, zone)}`}
      </td>
      <td className="py-1.5 pe-2">
        {openBreak(person.entry) ? say('headCount.onBreak') : say('headCount.in')}
      </td>
      <td className={`py-1.5 text-end text-lg leading-none ${PRINT_ONLY_CLASS}`}>
        <span aria-hidden>□</span>
      </td>
    </tr>
  );
};
