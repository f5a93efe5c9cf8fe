/** Invitation links. */
import { createHmac } from 'node:crypto';

/** 132 bits: nobody guesses it. */
const LENGTH = 22;

/**
 * What stands in the link. It is made anew each time, of the installation's own key, so that neither the settings nor
 * the ledger has it, and a number that counts on ends all former ones.
 */
export const invitationOf = (key: Buffer, number: number): string =>
  createHmac('sha256', key).update(`invitation ${number}`).digest('base64url').slice(0, LENGTH);
