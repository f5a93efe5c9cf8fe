import { say } from '#texts/say';
import { valueText, type Column, type Value, cellsOf } from '#domain/file/table';
import type { EpochMs } from '#domain/time/units';

export type PdfCell = Value | { readonly warning: string };

export interface PdfColumn<Row = never> extends Column<Row, PdfCell> {
  /** Share of the page's width. */
  readonly width: number;
  readonly align?: 'left' | 'right';
}

export interface PdfRow {
  readonly cells: readonly PdfCell[];
  /** Marks a row of sums: muted for 'few', bold for 'many' summed rows. Its first text extends over empty cells. */
  readonly subtotal?: 'few' | 'many';
}

export interface PdfContent {
  readonly isLandscape?: boolean;
  /** The file's title, also at the right of the letterhead. */
  readonly title: string;
  readonly heading: string;
  readonly facts: readonly string[];
  readonly warning?: string;
  readonly figures: readonly { readonly label: string; readonly value: Value; readonly rule: string }[];
  readonly columns: readonly Omit<PdfColumn, 'value'>[];
  readonly rows: readonly PdfRow[];
  /** Text in place of the rows if there are none. */
  readonly empty: string;
  readonly note?: string;
  /** Names printed below the signature lines. */
  readonly signatures: readonly string[];
  readonly generatedAt: EpochMs;
  readonly footer: string;
}

export const dateOfSignature = (): string => say('documentPart.date');

export const textOfCell = (cell: PdfCell): string =>
  typeof cell === 'object' && 'warning' in cell ? cell.warning : valueText(cell);

/** Content of an Excel sheet. The code that writes the file is apart, in `workbook.ts`, to be loaded on demand. */
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
  name: say('documentPart.summary'),
  columns: widths.map((width) => ({ width })),
  rows,
  hasBoldFirstColumn: true,
});
