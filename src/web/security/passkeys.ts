import type * as Passkey from './passkey.ts';

/** Browsers have no passkeys over plain http, nor for an IP address. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|\]$/.test(location.hostname);

/** Loads the passkey code only when it is needed, since its library is large. */
export const withPasskeyCode = <Result>(use: (code: typeof Passkey) => Promise<Result>) =>
  import('./passkey.ts').then(use, () => ({ problem: 'This could not be loaded. Try again.' }));
