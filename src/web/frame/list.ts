/** A list's columns, filters and address, declared once: each key of the declaration is a parameter of the address. */
import { textTable, type PlainKey } from '#texts/say';
import { useCallback, useMemo } from 'react';
import type { EpochMs } from '#domain/time/units';
import type { DataColumn, Sorting } from '#web/ui/data-table.tsx';
import { setParams, useParams } from '#web/browser/navigation.ts';
import type { Params } from '#web/browser/place.ts';

interface Param<Value> {
  /** Any text the address can hold; an unknown one gives the default. */
  readonly read: (text: string) => Value;
  /** Undefined for the default, which the address leaves out. */
  readonly write: (value: Value) => string | undefined;
}

// oxlint-disable-next-line typescript/no-explicit-any -- each parameter has a type of its own
export type ListParams = Readonly<Record<string, Param<any>>>;
export type ListQuery<List extends ListParams> = {
  readonly [Name in keyof List]: ReturnType<List[Name]['read']>;
};

export const textParam = (isValid: (text: string) => boolean = () => true): Param<string> => ({
  read: (text) => (isValid(text) ? text : ''),
  write: (value) => value || undefined,
});

export const choiceParam = <Value extends string>(
  labels: Readonly<Record<Value, PlainKey>>,
  fallback: NoInfer<Value>,
) => ({
  read: (text: string): Value => (Object.keys(labels) as Value[]).find((one) => one === text) ?? fallback,
  write: (value: Value) => (value === fallback ? undefined : value),
  options: textTable(labels),
});

export interface ListColumn<Name extends string, Row> extends DataColumn<Name> {
  /** Null comes last in both directions. Without `rank` the rows are already in the order of this column. */
  readonly rank?: (row: Row, now: EpochMs) => number | null;
}

/** '-hours' sorts by the column 'hours', highest first. `unsorted` is an order that belongs to no column. */
export const sortParam = <Name extends string, Row, Unsorted extends string>(
  columns: readonly ListColumn<Name, Row>[],
  unsorted: Unsorted,
) => {
  const defaultSorting: Sorting<Name | Unsorted> = { column: unsorted, descending: false };
  return {
    columns,
    defaultSorting,
    read: (text: string): Sorting<Name | Unsorted> => {
      const column = columns.find(({ name }) => name === text.replace(/^-/, ''))?.name;
      return column === undefined ? defaultSorting : { column, descending: text.startsWith('-') };
    },
    write: ({ column, descending }: Sorting<Name | Unsorted>) =>
      column === unsorted && !descending ? undefined : `${descending ? '-' : ''}${column}`,
  };
};

/** Equal rows keep their order. */
export function sortByColumn<Name extends string, Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Name, Row>[],
  { column, descending }: Sorting<string>,
  now: EpochMs,
): Row[] {
  const rank = columns.find(({ name }) => name === column)?.rank;
  if (!rank) return descending ? rows.toReversed() : [...rows];
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: rank(row, now) }))
    .toSorted(
      (one, other) =>
        Number(one.key === null) - Number(other.key === null) || sign * ((one.key ?? 0) - (other.key ?? 0)),
    )
    .map(({ row }) => row);
}

export const readList = <List extends ListParams>(list: List, params: Params): ListQuery<List> =>
  Object.fromEntries(
    Object.entries(list).map(([name, { read }]) => [name, read(params[name] ?? '')]),
  ) as ListQuery<List>;

export const writeList = <List extends ListParams>(list: List, query: Partial<ListQuery<List>>): Params =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, list[name]?.write(value)]));

/** Returns the same query while the address says the same. */
export function useList<List extends ListParams>(list: List) {
  const params = useParams(...Object.keys(list));
  const query = useMemo(() => readList(list, params), [list, params]);
  const change = useCallback(
    (changed: Partial<ListQuery<List>>) => setParams(writeList(list, changed)),
    [list],
  );
  return { query, change };
}
