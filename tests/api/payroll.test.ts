/** Payroll files of a closed period: the same bytes each time, the workplace's columns, and a signature. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayrollFileKind, PayrollPeriod, PayrollProfile } from '#contract/periods/payroll';
import { routes } from '#contract/routes';
import { UNDO_REASON } from '#domain/period/pay-period';
import { EXAMPLE_PROFILES } from '#domain/period/payroll-file';
import { toFrozenText, type FrozenSummary } from '#server/payroll/periods/summaries';
import { giveSession, requestId, type Person } from '#tests/make';
import { formOf } from './edit-form.ts';
import {
  admin,
  close,
  faults,
  freshOctober,
  later,
  november,
  OCTOBER,
  reopen,
  server,
  worked,
} from './october.ts';

const root = mkdtempSync(path.join(tmpdir(), 'punctual-payroll-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
freshOctober({ dataDir: root });

async function download(
  route: 'payrollFile' | 'payrollSignature',
  kind: PayrollFileKind,
  more: { profile?: string } = {},
): Promise<{ bytes: Buffer; headers: Headers }> {
  const query = new URLSearchParams({ ...OCTOBER, kind, ...more });
  const response = await admin.client.fetch(`${routes[route].path}?${String(query)}`);
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}
const profile = (like: string, changes: Partial<PayrollProfile> = {}): PayrollProfile => {
  const example = EXAMPLE_PROFILES.find(({ name }) => name === like);
  if (!example) throw new Error('There is no such example.');
  return {
    id: requestId(),
    ...example,
    columns: example.columns.map((column) => ({ ...column })),
    wageTypes: example.wageTypes.map((wage) => ({ ...wage })),
    ...changes,
  };
};

let ada: Person & { entry: Parameters<typeof later>[0]['entry'] };
beforeAll(async () => {
  server.clock.set('2026-10-05T08:00:00.000Z');
  ada = await worked('Ada Lovelace');
  const { user } = await admin.client.ask('updateEmployee', formOf(ada.user, { payrollNumber: '00042' }));
  ada = { ...ada, user };
});

describe('payroll files', () => {
  it('contain only closed periods, and do not exist while no period is closed', async () => {
    server.clock.set('2026-11-02T10:00:00.000Z');
    expect(await admin.client.refusal('payrollFile', { ...OCTOBER, kind: 'csv' })).toMatchObject({
      code: 'payroll_not_closed',
      status: 409,
      message: 'This period is not closed for anybody yet, so there are no payroll files.',
    });
    await worked('Bo');
    await close([ada]);
    const { bytes, headers } = await download('payrollFile', 'json');
    expect(JSON.parse(bytes.toString())).toMatchObject({
      timeZone: 'UTC',
      ...OCTOBER,
      people: [
        { name: 'Ada Lovelace', payrollNumber: '00042', workedMinutes: 480, closedBy: 'Grace Hopper' },
      ],
    });
    expect(Number(headers.get('punctual-not-closed'))).toBe(1);
    expect(headers.get('content-disposition')).toBe('attachment; filename="payroll_2026-10.json"');
  });

  it.each(['csv', 'xlsx', 'pdf', 'json'] as const)(
    'the %s file has a signature that openssl accepts with the public key',
    async (kind) => {
      const [file, again, signature] = [
        await download('payrollFile', kind),
        await download('payrollFile', kind),
        await download('payrollSignature', kind),
      ];
      expect(again.bytes.equals(file.bytes)).toBe(true);
      expect(file.headers.get('repr-digest')).toBe(
        `sha-256=:${createHash('sha256').update(file.bytes).digest('base64')}:`,
      );
      expect(signature.bytes).toHaveLength(64);
      const key = await admin.client.ask('payrollKey', {});
      writeFileSync(path.join(root, 'f'), file.bytes);
      writeFileSync(path.join(root, 'f.sig'), signature.bytes);
      writeFileSync(path.join(root, 'k.pem'), key.pem);
      const openssl = (given: string) =>
        spawnSync('openssl', given.split(' '), { cwd: root, encoding: 'utf8' });
      const verify = 'pkeyutl -verify -pubin -inkey k.pem -rawin -in f -sigfile f.sig';
      expect(openssl(verify)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Signature Verified Successfully'),
      });
      writeFileSync(path.join(root, 'f'), Buffer.concat([file.bytes, Buffer.from(' ')]));
      expect(openssl(verify).status).toBe(1);
    },
  );

  it('stay the same after later changes of the person and the workplace', async () => {
    const before = (await download('payrollFile', 'csv')).bytes;
    const present = (await admin.client.ask('employees', {})).employees.find(({ id }) => id === ada.user.id);
    if (!present) throw new Error('Ada is gone.');
    await admin.client.ask('updateEmployee', formOf(present, { name: 'Ada King', payrollNumber: '7' }));
    await server.test.owner.query(`UPDATE settings SET workplace_name = 'Elsewhere'`);
    for (const kind of ['csv', 'json'] as const)
      expect((await download('payrollFile', kind)).bytes.toString()).not.toContain('Ada King');
    expect((await download('payrollFile', 'csv')).bytes.equals(before)).toBe(true);
    await server.test.owner.query(`UPDATE settings SET workplace_name = ''`);
  });

  it('have the columns and words of the chosen profile', async () => {
    const datev = profile('DATEV');
    const saved = await admin.client.ask('updatePayrollProfiles', { version: 0, profiles: [datev] });
    expect(saved).toEqual({ version: 1, profiles: [datev] });
    expect((await download('payrollFile', 'csv', { profile: datev.id })).bytes.toString()).toBe(
      'Personalnummer;Abrechnungsmonat;Lohnart;Stunden;Name\r\n00042;10.2026;1000;8,00;Ada Lovelace\r\n',
    );
    expect(
      await admin.client.refusal('payrollFile', { ...OCTOBER, kind: 'csv', profile: requestId() }),
    ).toMatchObject({ code: 'payroll_profile_not_found', status: 404 });
  });

  it('are written in Windows-1252, or refused with the cell that it lacks', async () => {
    const columns = (text: string) => [{ column: 'fixed' as const, name: 'Größe', text }];
    const own = (text: string) => profile('ADP', { columns: columns(text), encoding: 'windows-1252' });
    const [written, refused] = [own('Ž – 9 €'), own('山')];
    const { version, profiles } = await admin.client.ask('payrollProfiles', {});
    await admin.client.ask('updatePayrollProfiles', { version, profiles: [...profiles, written, refused] });
    const { bytes } = await download('payrollFile', 'csv', { profile: written.id });
    expect(bytes.toString('hex')).toBe('4772f6df650d0a8e2096203920800d0a');
    const query = { ...OCTOBER, kind: 'csv', profile: refused.id } as const;
    for (const route of ['payrollFile', 'payrollSignature'] as const)
      expect(await admin.client.refusal(route, query)).toMatchObject({
        status: 400,
        message:
          'Windows-1252 cannot write 山 (line 2, Größe). No file was made. Choose UTF-8 in the profile.',
      });
    expect((await download('payrollFile', 'xlsx', { profile: refused.id })).bytes.length).toBeGreaterThan(0);
  });

  it('count a stated end as a correction', async () => {
    const bo = await worked('Bea');
    server.clock.set('2026-10-06T09:00:00.000Z');
    await giveSession(server, bo.client, bo.user.id);
    const { entry } = await bo.client.ask('clockIn', { requestId: requestId() });
    await november(bo);
    await bo.client.ask('stateLeaving', { entryId: entry.id, day: '2026-10-06', time: '17:00' });
    await close([bo]);
    const { people } = JSON.parse((await download('payrollFile', 'json')).bytes.toString()) as PayrollPeriod;
    expect(people.find(({ name }) => name === 'Bea')?.corrections).toBe(1);
    expect(people.find(({ name }) => name === 'Ada Lovelace')?.corrections).toBe(0);
    await reopen(bo);
  });

  it("each view of a person's days shows the closed period until it is reopened", async () => {
    server.clock.set('2026-11-02T10:00:00.000Z');
    const cem = await worked('Cem');
    await close([cem]);
    const closed = [{ ...OCTOBER, closedAt: '2026-11-02T10:00:00.000Z' }];
    const days = { from: '2026-10-05', to: '2026-10-31' };
    const after = { from: '2026-11-05', to: '2026-11-06' };
    for (const seen of [days, after])
      expect((await cem.client.ask('myTimeEntries', seen)).closed).toEqual(closed);
    const report = {
      userId: cem.user.id,
      startDate: '2026-10-20',
      endDate: '2026-11-01',
    };
    expect((await admin.client.ask('employeeReport', report)).closed).toEqual(closed);
    expect((await admin.client.ask('person', { id: cem.user.id })).closed).toEqual(closed);
    await reopen(cem);
    expect((await cem.client.ask('myTimeEntries', days)).closed).toEqual([]);
  });

  it('are not fetched by the preview of a profile: it logs no export, and a closing can still be undone', async () => {
    const dan = await worked('Dan');
    server.clock.set('2026-11-02T11:00:00.000Z');
    await close([dan]);
    const { people } = await admin.client.ask('payrollPreview', OCTOBER);
    expect(people.map(({ name }) => name).toSorted()).toEqual(['Ada Lovelace', 'Dan']);
    const exports = async () =>
      (await admin.client.ask('securityLog', { kind: 'data_exported' })).events.map(({ at }) => at);
    expect(await exports()).not.toContain('2026-11-02T11:00:00.000Z');
    const undo = { ...OCTOBER, userIds: [dan.user.id], reason: UNDO_REASON };
    expect(await admin.client.ask('reopenPeriods', undo)).toEqual({ reopened: 1, refused: [] });
    server.clock.set('2026-11-02T11:00:10.000Z');
    await close([dan]);
    await download('payrollFile', 'json');
    expect(await exports()).toContain('2026-11-02T11:00:10.000Z');
    expect(await admin.client.ask('reopenPeriods', undo)).toMatchObject({ reopened: 0 });
    await reopen(dan);
  });

  it('contain the new figures after a period is reopened, changed and closed again', async () => {
    server.clock.set('2026-11-02T12:00:00.000Z');
    await reopen(ada);
    expect(await admin.client.refusal('payrollFile', { ...OCTOBER, kind: 'csv' })).toMatchObject({
      code: 'payroll_not_closed',
    });
    await admin.client.ask('askCorrection', { userId: ada.user.id, ...later(ada, '18:00') });
    server.clock.set('2026-11-02T13:00:00.000Z');
    await close([ada], { reason: 'Payday' });
    expect(JSON.parse((await download('payrollFile', 'json')).bytes.toString())).toMatchObject({
      people: [{ name: 'Ada King', workedMinutes: 540, awaitingAgreement: 1, reopenings: 1 }],
    });
    expect(await faults()).toEqual([]);
  });

  it('are refused if the frozen figures differ from those that were closed', async () => {
    const bo = await worked('Bo');
    await close([bo]);
    const as = (sql: string) =>
      server.test.owner.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
    const set = (minutes: number) =>
      as(
        `UPDATE period SET frozen = jsonb_set(frozen, '{person,workedMinutes}', '${minutes}') WHERE user_id = '${bo.user.id}'`,
      );
    await set(9999);
    for (const route of ['payrollFile', 'payrollSignature'] as const)
      expect(await admin.client.refusal(route, { ...OCTOBER, kind: 'json' })).toMatchObject({
        code: 'payroll_altered',
        status: 409,
      });
    await set(480);
    await reopen(bo);
  });
});

describe('payroll profiles', () => {
  it('a stale save is refused, and verification finds a change that bypassed the application', async () => {
    const { version, profiles } = await admin.client.ask('payrollProfiles', {});
    const adp = profile('ADP', { name: 'Ours' });
    await admin.client.ask('updatePayrollProfiles', { version, profiles: [...profiles, adp] });
    expect(await admin.client.refusal('updatePayrollProfiles', { version, profiles: [adp] })).toMatchObject({
      code: 'payroll_profiles_changed',
      status: 409,
    });
    expect(
      await admin.client.refusal('updatePayrollProfiles', { version: version + 1, profiles: [adp, adp] }),
    ).toMatchObject({ status: 400, fields: { profiles: 'The same id is used twice' } });
    expect(await faults()).toEqual([]);
    await server.test.owner.query(`UPDATE payroll_profiles SET profiles = profiles - 0`);
    expect((await faults()).map(({ fault }) => fault)).toEqual([
      'settings: payroll_profiles is not as recorded',
    ]);
  });
});

describe('an upgrade changes no payroll file', () => {
  const AS_OWNER = 'BEGIN; SET LOCAL session_replication_role = replica;';
  /** Replaces what was frozen, as if another version had closed the period. */
  async function refreeze(change: (frozen: FrozenSummary) => object): Promise<void> {
    const { rows } = await server.test.owner.query<{ frozen: FrozenSummary }>(
      'SELECT frozen FROM period WHERE user_id = $1',
      [ada.user.id],
    );
    const { text, hash } = toFrozenText(rows[0] && change(rows[0].frozen));
    await server.test.owner.query(
      `${AS_OWNER} UPDATE period SET frozen = '${text}', frozen_hash = decode('${hash.toString('hex')}', 'hex') WHERE user_id = '${ada.user.id}'; COMMIT`,
    );
  }
  const heading = async () => String((await download('payrollFile', 'csv')).bytes).split('\r\n')[0];

  it('that has the headings and the order frozen with its period', async () => {
    await refreeze(({ columns = [], ...frozen }) => ({
      ...frozen,
      columns: columns.slice(0, 3).toReversed().with(0, { column: 'name', name: 'Who' }),
    }));
    expect(await heading()).toBe('Who,Employee ID,Payroll Number');
  });

  it('that a version with another heading signed, whose key is not on the ledger', async () => {
    const closedEarlier = (closedAt: string) =>
      refreeze(({ person, ...frozen }) => ({
        ...frozen,
        columns: undefined,
        person: { ...person, closedAt },
      }));
    await closedEarlier('2026-10-04T10:00:00.000Z');
    expect(await heading()).toContain(',Corrections,Waiting for Employee,Self-decided,');
    await server.test.owner.query(`${AS_OWNER} UPDATE signing_key SET since = '2026-10-03'; COMMIT`);
    expect(await heading()).toContain(',Corrections,Awaiting Agreement,Self-decided,');
    await closedEarlier('2126-10-04T10:00:00.000Z');
    expect(await heading()).toContain(',Corrections,Waiting for Employee,Self-decided,');
  });
});
