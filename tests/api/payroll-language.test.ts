/** Payroll files are in the workplace's language at closing, and a later choice changes none. */
import { verify } from 'node:crypto';
import { read } from '@e965/xlsx';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYROLL_FILE_KINDS, type PayrollFileKind } from '#contract/periods/payroll';
import { routes } from '#contract/routes';
import { EXAMPLE_PROFILES } from '#domain/period/payroll-file';
import type { Language } from '#texts/languages';
import { requestId, type Person } from '#tests/make';
import { readPdf } from '#tests/support/pdf-reader';
import { admin, close, faults, freshOctober, NOVEMBER, OCTOBER, reopen, server, worked } from './october.ts';

freshOctober();

async function speak(language: Language): Promise<void> {
  const { version, workStartTime, workEndTime } = (await admin.client.ask('settings', {})).settings;
  await admin.client.ask('updateSettings', { version, workStartTime, workEndTime, language });
}

async function bytesOf(
  kind: PayrollFileKind,
  more: { profile?: string } = {},
  route: 'payrollFile' | 'payrollSignature' = 'payrollFile',
): Promise<Buffer> {
  const query = new URLSearchParams({ ...OCTOBER, kind, ...more });
  const response = await admin.client.fetch(`${routes[route].path}?${String(query)}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const files = () => Promise.all(PAYROLL_FILE_KINDS.map((kind) => bytesOf(kind)));

let ada: Person;
beforeAll(async () => {
  ada = await worked();
  await close([ada]);
});

describe("payroll files in the workplace's language", () => {
  beforeEach(() => void server.clock.set(NOVEMBER));
  afterEach(() => speak('en'));

  it('stay in English where the period was closed in English', async () => {
    const before = await files();
    await speak('de');
    expect((await files()).map((one, at) => before[at]?.equals(one))).toEqual([true, true, true, true]);
    expect(String(await bytesOf('json'))).not.toContain('"language"');
  });

  it('are in German where it was closed in German, for every reader and after another choice', async () => {
    await reopen(ada);
    await speak('de');
    await close([ada]);
    const german = await files();
    await speak('fr');
    expect((await files()).map((one, at) => german[at]?.equals(one))).toEqual([true, true, true, true]);
    expect(JSON.parse(String(await bytesOf('json')))).toMatchObject({
      language: 'de',
      people: [{ overtimeRules: { standard: 'über 8 h in einem Eintrag' } }],
    });
    const [titles, line] = String(await bytesOf('csv')).split('\r\n');
    expect(titles).toContain('Lohnnummer,Personalnummer,Name,Studio,Erster Tag,');
    expect(line).toContain(',Nein,');
    expect(read(await bytesOf('xlsx')).SheetNames).toEqual(['Lohnabrechnung', 'Zusammenfassung']);
    const pdf = readPdf(await bytesOf('pdf'));
    expect(pdf.title).toBe('Übersicht zur Lohnabrechnung, Oktober 2026');
    expect(pdf.told).toContain('H1 Oktober 2026');
    expect(await faults()).toEqual([]);
  });

  it.each(PAYROLL_FILE_KINDS)('have a valid signature (%s)', async (kind) => {
    const { pem } = await admin.client.ask('payrollKey', {});
    const signature = await bytesOf(kind, {}, 'payrollSignature');
    expect(verify(null, await bytesOf(kind), pem, signature)).toBe(true);
  });

  it('keep the columns that an administrator named', async () => {
    const [datev] = EXAMPLE_PROFILES.map((example) => ({
      ...example,
      id: requestId(),
      columns: [...example.columns],
      wageTypes: [...example.wageTypes],
    }));
    if (!datev) throw new Error('There is no example.');
    await admin.client.ask('updatePayrollProfiles', { version: 0, profiles: [datev] });
    expect(String(await bytesOf('csv', { profile: datev.id }))).toContain(
      'Personalnummer;Abrechnungsmonat;Lohnart;Stunden;Name',
    );
  });
});
