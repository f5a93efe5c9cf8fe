/** What one row of the ledger says, as the canonical text that is hashed. */
import { createHash } from 'node:crypto';
import type { LedgerKind } from '#contract/live';
import type { ActivityRead } from '#contract/records';
import type { EpochMs } from '#domain/time';
import { canonicalJson, type Json } from './canonical.ts';

/** The settings have a chain like each employee. */
export const SETTINGS_CHAIN = '00000000-0000-0000-0000-000000000000';

export interface LedgerEntry {
  /** The employee's id, or `SETTINGS_CHAIN`. */
  readonly chain: string;
  readonly at: EpochMs;
  /** Who did it; null for the server itself. */
  readonly actor: string | null;
  readonly kind: LedgerKind;
  /**
   * `entry` and `notification` name the records that were written; the live feed brings them. Nothing
   * erasable in plain text.
   */
  readonly data: {
    readonly entry?: string;
    readonly notification?: string;
    readonly read?: ActivityRead & Json;
    readonly [key: string]: Json | undefined;
  };
}

/** What a row refers to, read back from its body. */
export interface LedgerBody {
  readonly data: { readonly entry?: string; readonly notification?: string; readonly read?: ActivityRead };
}

export const ledgerBody = ({ chain, at, actor, kind, data }: LedgerEntry): string =>
  canonicalJson({ chain, at: new Date(at).toISOString(), actor, kind, data });

/** A digest that proves a value kept elsewhere, and tells nothing once its salt is erased. */
export const saltedDigest = (salt: Uint8Array, value: string): string =>
  createHash('sha256').update(salt).update(value, 'utf8').digest('hex');
