/** Changes that break the product, each in one file. */
export const MUTATIONS: readonly {
  readonly rule: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
}[];
