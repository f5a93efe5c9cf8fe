declare module 'virtual:texts' {
  import type { Language } from '#texts/languages';
  import type { Message } from '#texts/message';

  /** Texts in the order of their keys, for which the build puts the numbers. */
  export type Texts = readonly Message[];
  /** Loads the texts of a part of the product in a language. */
  export type TextFiles = Readonly<
    Record<
      Language,
      Readonly<Record<'public' | 'employee' | 'later' | 'admin', () => Promise<{ readonly default: Texts }>>>
    >
  >;
  export const textFiles: TextFiles;
}
