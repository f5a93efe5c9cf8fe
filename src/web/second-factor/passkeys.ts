import type * as Passkey from './passkey.ts';

/** By plain http browsers have none, and no IP address has any. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|\]$/.test(location.hostname);

/** Loads the library when it is used. */
export const withPasskeys = <Result>(use: (code: typeof Passkey) => Promise<Result>) =>
  import('./passkey.ts').then(use, () => ({ problem: 'This could not be loaded. Try again.' }));
