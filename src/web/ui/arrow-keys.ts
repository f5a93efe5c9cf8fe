import type { KeyboardEvent } from 'react';

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** The pressed key as on a page that is read from left to right: ArrowRight leads on in both directions. */
export const readingKey = ({ key, currentTarget }: KeyboardEvent): string =>
  (getComputedStyle(currentTarget).direction === 'rtl' && MIRRORED[key]) || key;
