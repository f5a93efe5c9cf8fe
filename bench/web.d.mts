/** A measured value beside what it may be at most. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}
export function measureBytes(): Figure[];
export function measure(): Promise<Figure[]>;
