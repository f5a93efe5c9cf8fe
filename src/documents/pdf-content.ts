import { valueText, type Column, type Value } from '#domain/file/table';
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

export const DATE_OF_SIGNATURE = 'Date';

export const textOfCell = (cell: PdfCell): string =>
  typeof cell === 'object' && 'warning' in cell ? cell.warning : valueText(cell);
