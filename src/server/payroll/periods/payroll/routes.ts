import { say } from '#texts/say';
import { createHash } from 'node:crypto';
import type { PayrollFileQuery } from '#contract/periods/payroll';
import { comparePayroll, standardProfile, type PayrollProfile } from '#domain/period/payroll-file';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { Context } from '../../../platform/context.ts';
import type { AuthenticatedReader } from '../../../platform/http/authenticated-reader.ts';
import { toExportEvent } from '../../../platform/http/caller.ts';
import { FileAnswer, type Handlers } from '../../../platform/http/handlers.ts';
import { Refusal, refuse, refuseFields } from '../../../platform/http/refusal.ts';
import { canonicalJson, type Json } from '../../../ledger/canonical.ts';
import { commandRunner } from '../../../ledger/idempotency/commands.ts';
import { settingsPart } from '../../../workplace/settings/queries.ts';
import { createKeyedMutex } from '../../../platform/async/coalesce.ts';
import { inLanguage } from '../../../platform/language.ts';
import { languageOf, makePayrollFile, payrollFileName, PAYROLL_FILE_TYPE } from '../files/payroll-files.ts';
import { peopleOfPeriod } from '../people.ts';
import { periodOf } from '../ranges.ts';
import { createSigning } from '../signing/commands.ts';
import { fetchClosedPeriod, readClosedPeriod, readProfiles, saveProfiles } from './commands.ts';

const PREVIEW_PEOPLE = 4;

type PayrollQuery = z.output<typeof PayrollFileQuery>;

export function payrollRoutes(context: Context) {
  const { database, clock } = context;
  /** Makes one file at a time. The variable `last` caches this file for the later request for its signature. */
  const fileMutex = createKeyedMutex();
  let last: { readonly key: string; readonly bytes: Buffer } | undefined;
  const signing = createSigning(context);

  const fileOf = async (
    { kind, profile: wanted, ...range }: PayrollQuery,
    reader: AuthenticatedReader,
    reply: FastifyReply,
  ) => {
    const found = await reader.inSnapshot({ settings: settingsPart }, async (tx, by) => {
      const kept = (await readProfiles(tx)).profiles.find(({ id }) => id === wanted);
      if (wanted !== undefined && !kept) return refuse('payroll_profile_not_found');
      const people = await peopleOfPeriod(tx, clock.now(), by.settings, periodOf(by.settings, range));
      const missing = people.filter(({ state }) => state !== 'closed').length;
      const answered = people.reduce((sum, { answeredSince }) => sum + answeredSince, 0);
      return { kept, missing, answered, actor: by.session.user.id };
    });
    if (found instanceof Refusal) return found;
    const csvProfile = kind === 'csv' ? found.kept : undefined;
    const closed = await fetchClosedPeriod(database, clock.now(), found.actor, range, csvProfile);
    if ('cell' in closed)
      return refuseFields({
        profile: say('payrollFile.notInWindows1252', { cell: closed.cell }),
      });
    if (!closed.ok) return refuse(closed.code);
    // Stop making the file when the connection closes.
    const stop = new AbortController();
    reply.raw.once('close', () => stop.abort());
    const { period, columns, hasFirstTitle } = closed;
    const standard = () => ({
      ...standardProfile(period.people, columns, hasFirstTitle),
      name: inLanguage(languageOf(period), () => say('payroll.allColumns')),
    });
    const { missing, answered, kept = standard() } = found;
    // Files of periods that an earlier version of the app closed keep their bytes.
    const isEarlier = columns === undefined;
    const profile: PayrollProfile = isEarlier ? { encoding: 'utf-8-mark', ...kept } : kept;
    const key = canonicalJson({ kind, period, profile, isEarlier } as unknown as Json);
    const { bytes } = await fileMutex('file', async () => {
      stop.signal.throwIfAborted();
      if (last?.key !== key)
        last = { key, bytes: await makePayrollFile(kind, period, profile, stop.signal, isEarlier) };
      return last;
    });
    return { bytes, name: payrollFileName(period, kind), missing, answered };
  };

  return {
    payrollFile: async ({ input, reader, request, reply }) => {
      const file = await fileOf(input, reader(), reply);
      if (file instanceof Refusal) return file;
      const detail = `Payroll, ${input.first} to ${input.last}`;
      context.security.note(toExportEvent(reader().session?.user.id, detail, request));
      return new FileAnswer(file.bytes, PAYROLL_FILE_TYPE[input.kind], file.name, {
        'repr-digest': `sha-256=:${createHash('sha256').update(file.bytes).digest('base64')}:`,
        'punctual-not-closed': String(file.missing),
        'punctual-answered-since': String(file.answered),
      });
    },

    payrollSignature: async ({ input, reader, reply }) => {
      const file = await fileOf(input, reader(), reply);
      if (file instanceof Refusal) return file;
      const found = await signing.signer();
      if (!found.ok) return refuse(found.code);
      return new FileAnswer(found.signer.sign(file.bytes), 'application/octet-stream', `${file.name}.sig`);
    },

    payrollPreview: ({ input, reader }) =>
      reader().inSnapshot({}, async (tx) => {
        const closed = await readClosedPeriod(tx, input);
        if (!closed.ok) return refuse(closed.code);
        const people = closed.period.people.toSorted(comparePayroll).slice(0, PREVIEW_PEOPLE);
        return { ...closed.period, people };
      }),

    payrollKey: ({ reader }) =>
      reader().withSession(async () => {
        const found = await signing.signer();
        if (!found.ok) return refuse(found.code);
        return { pem: found.signer.publicKeyPem, fingerprint: found.signer.fingerprint };
      }),

    payrollProfiles: ({ reader }) => reader().inSnapshot({}, (tx) => readProfiles(tx)),

    updatePayrollProfiles: async ({ input: { requestId, ...wanted }, session }) => {
      const what = { ...wanted, profiles: JSON.stringify(wanted.profiles) };
      const done = await commandRunner(context)(session(), requestId, what, (sender) =>
        saveProfiles(database, sender, wanted),
      );
      return done.ok ? done.saved : refuse(done.code);
    },
  } satisfies Partial<Handlers>;
}
