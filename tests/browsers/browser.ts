/** The functions of a browser that the campaign needs. `screen.ts` builds user actions on them. */

/** A page with its mouse and keyboard. */
export interface Tab {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs `work` in the page, without access to its closure. @throws Error with the page's error */
  evaluate<Given, Result>(work: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>;
  /** In CSS pixels of the viewport. */
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape' | 'Tab' | 'Backspace'): Promise<void>;
  /** As PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A browser that shares nothing with other people's. */
export interface Profile {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Browser {
  /** Name and version, for the report. */
  readonly version: string;
  /** @param downloads folder for downloaded files */
  newProfile(downloads: string): Promise<Profile>;
  close(): Promise<void>;
}

/** Starts a browser from the path of its program. */
export type Launch = (program: string) => Promise<Browser>;

/** Time limit for one action of a browser, on a busy machine. */
export const PATIENCE_MS = 30_000;
