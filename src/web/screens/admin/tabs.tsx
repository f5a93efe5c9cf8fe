import { useDeferredValue, useId, useMemo } from 'react';
import { panelOf, TabList, type Tab, type TabListProps } from '#web/ui/tabs.tsx';

/** Tabs, and the panel of the one that is chosen. */
export function Tabs<Name extends string>({
  tabs,
  ...list
}: Omit<TabListProps<Name>, 'id' | 'tabs' | 'isForPhones'> & { tabs: readonly Tab<Name>[] }) {
  const id = useId();
  // The tab is marked first, then its panel is drawn.
  const shown = useDeferredValue(list.chosen);
  const panel = useMemo(() => tabs.find(({ name }) => name === shown)?.panel(), [tabs, shown]);
  return (
    <>
      <TabList id={id} tabs={tabs} {...list} />
      {/* Panels keep their distance from the tabs above them, which a phone has below. */}
      <div {...panelOf(id, shown)} className="max-sm:-mt-4">
        {panel}
      </div>
    </>
  );
}
