/** What a PDF document is made of. */
import type { EpochMs } from '#domain/time/units';

export interface PdfColumn {
  readonly title: string;
  /** Share of the page's width. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

export type PdfCell = string | { readonly text: string; readonly colour?: string; readonly bold?: boolean };

export interface PdfRow {
  readonly cells: readonly PdfCell[];
  /** What rows above come to, a few or many. Its first cell goes on over those that are empty beside it. */
  readonly sumOf?: 'few' | 'many';
}

export interface PdfContent {
  /** For tables of many columns; upright without. */
  readonly isLandscape?: boolean;
  /** Of the file, and at the right of the letterhead. */
  readonly title: string;
  /** Who or what it is about, large. */
  readonly heading: string;
  /** Facts below it, a line each. */
  readonly facts: readonly string[];
  readonly warning?: string;
  readonly figures: readonly { readonly label: string; readonly value: string; readonly rule: string }[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly PdfRow[];
  /** Stands in place of rows when there are none. */
  readonly empty: string;
  /** Below the table. */
  readonly note?: string;
  /** What stands below each line to sign on. */
  readonly signatures: readonly string[];
  readonly generatedAt: EpochMs;
  /** At the left of every footer. */
  readonly footer: string;
}

export interface PdfProgress {
  /** Called between pages, 0 to 1. */
  readonly report: (share: number) => void;
  readonly signal: AbortSignal;
}

/** What stands below the line for the date. */
export const DATE_OF_SIGNATURE = 'Date';

export const textOfCell = (cell: PdfCell): string => (typeof cell === 'string' ? cell : cell.text);
