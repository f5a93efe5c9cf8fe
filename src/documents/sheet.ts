/** Content of an Excel sheet. The code that writes the file is apart, in `workbook.ts`, to be loaded on demand. */
import { cellsOf, type Column, type Value } from '#domain/file/table';

export interface Sheet {
  readonly name: string;
  /** `width` in characters, default 14. If no column has a `title`, there is no heading row. */
  readonly columns: readonly { readonly title?: string | undefined; readonly width?: number | undefined }[];
  readonly rows: readonly (readonly Value[])[];
  readonly hasBoldFirstColumn?: boolean;
  /** How hours are written; default: exact durations. */
  readonly hours?: 'decimal' | 'clock' | 'minutes';
  /** Text of a value that is not a number; default: `valueText`. */
  readonly text?: (value: Value) => string;
}

export const tableSheet = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Sheet => ({
  name,
  columns: columns.map(({ title, width }) => ({ title, width })),
  rows: cellsOf(columns, rows),
});

export const summarySheet = (widths: readonly number[], rows: readonly (readonly Value[])[]): Sheet => ({
  name: 'Summary',
  columns: widths.map((width) => ({ width })),
  rows,
  hasBoldFirstColumn: true,
});
