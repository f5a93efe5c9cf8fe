import type { ReactNode } from 'react';
import { secondsNotShown } from '#domain/time/units';
import { classes } from '#web/ui/classes.ts';
import { Cell, Row } from '#web/ui/table.tsx';

/** Columns of a phone's line: a name, a state, the first figure, and a menu. */
export const LINE_CLASS = 'max-sm:grid-cols-[minmax(0,1fr)_auto_5.75rem_2.25rem] max-sm:items-center';

/** On a phone a line shows only the first figure; in a grid each figure has its label. */
const LOOKS = {
  line: [LINE_CLASS, 'max-sm:col-span-2', 'max-sm:text-end max-sm:nth-[n+4]:hidden', 'max-sm:sr-only'],
  grid: ['max-sm:grid-cols-3', 'max-sm:col-span-3', '', 'block'],
} as const;

/** Text of a figure; null if its cell stays empty. */
type TextOf<Figure> = (figure: Figure) => ReactNode;

/**
 * Cells of a row of figures, and the foot with their sums and with what the shown rows lack of them.
 * @param aside an empty cell of the foot, if a column stands before the figures and one after them
 */
export function figureTable<Figure extends string>(
  figures: readonly Figure[],
  labels: Readonly<Record<Figure, string>>,
  fold: keyof typeof LOOKS,
  aside?: ReactNode,
) {
  const [rowLook, nameLook, cellLook, labelLook] = LOOKS[fold];
  const cells = (textOf: TextOf<Figure>) =>
    figures.map((figure) => {
      const text = textOf(figure);
      const label = classes('me-1 text-xs font-normal text-muted sm:hidden', labelLook);
      return (
        <Cell key={figure} align="right" className={classes('tabular-nums lg:whitespace-nowrap', cellLook)}>
          {text !== null && <span className={label}>{labels[figure]}</span>}
          {text}
        </Cell>
      );
    });
  const line = (name: string, textOf: TextOf<Figure>, look?: string) => (
    <Row fold="grid" className={classes(rowLook, look)}>
      <Cell className={nameLook}>{name}</Cell>
      {aside}
      {cells(textOf)}
      {aside}
    </Row>
  );
  /** @param lacking null if the rows add up to the sums */
  const sums = (name: string, of: TextOf<Figure>, lacking: TextOf<Figure> | null) => (
    <>
      {lacking && line(secondsNotShown(), lacking, 'font-normal text-muted')}
      {line(name, of)}
    </>
  );
  return { cells, sums };
}
