/** Makes the files of closed periods: one at a time, and what was made last is not made again for its signature. */
import type { PayrollFileKind, PayrollPeriod } from '#contract/payroll';
import { canonicalJson, type Json } from '../../ledger/canonical.ts';
import type { PayrollProfile } from '#domain/payroll-file';
import { inSingleFile } from '../../single-file.ts';
import { makePayrollFile } from '../files/payroll-files.ts';

export interface PayrollFile {
  readonly kind: PayrollFileKind;
  readonly period: PayrollPeriod;
  readonly profile: PayrollProfile;
}

/** @returns what makes a file's bytes; it throws the signal's reason once that is aborted */
export function payrollMaker(): (file: PayrollFile, signal: AbortSignal) => Promise<Buffer> {
  const oneAtATime = inSingleFile();
  let last: { readonly of: string; readonly bytes: Buffer } | undefined;
  return (file, signal) =>
    oneAtATime('file', async () => {
      signal.throwIfAborted();
      const of = canonicalJson(file as unknown as Json);
      if (last?.of !== of)
        last = { of, bytes: await makePayrollFile(file.kind, file.period, file.profile, signal) };
      return last.bytes;
    });
}
