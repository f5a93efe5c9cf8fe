import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, SECRETS, ENVIRONMENT_VARIABLES, type Config } from '#server/platform/config';
import { requireConfig } from '#server/main';
import { StartError } from '#server/platform/start-error';

const ROOT = path.resolve('/checkout');

function config(env: Record<string, string> = {}): Config {
  const result = readConfig(env, ROOT);
  if (!result.ok) throw new Error(result.lines.join('\n'));
  return result.config;
}
const mistakes = (env: Record<string, string>): readonly string[] => {
  const result = readConfig(env, ROOT);
  return result.ok ? [] : result.lines;
};

describe('settings from the environment', () => {
  it('an empty environment means the defaults', () => {
    expect(config()).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: path.join(ROOT, 'data'),
      databaseUrl: null,
      databaseAppUrl: null,
      adminEmail: null,
      adminPassword: null,
      adminName: 'Administrator',
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      publicUrl: null,
      allowedHosts: [],
      trustedProxies: [],
      ipLookupUrl: null,
      smtpUrl: null,
      smtpRequireTls: false,
      mailFrom: null,
      logLevel: 'info',
      tlsCert: null,
      tlsKey: null,
      registrationsPerHour: 500,
      punchesPerHour: 120,
      passwordPolicy: 'default',
      hideAccounts: false,
      oidcIssuer: null,
      oidcClientId: null,
      oidcClientSecret: null,
      oidcTrustEmail: false,
      oidcName: 'single sign-on',
      signIn: 'all',
      sessionDays: 90,
      sessionIdleDays: 14,
      knownDeviceDays: 400,
      temporaryPassword: null,
      backupDir: null,
      backupsKept: 14,
      metricsToken: null,
      signingKeyFile: null,
      secretKey: null,
    });
  });

  it('an empty value counts as not set', () => {
    expect(config(Object.fromEntries([...ENVIRONMENT_VARIABLES.values()].map((name) => [name, ''])))).toEqual(
      config(),
    );
  });

  it('relative paths start at the checkout, not at the working directory', () => {
    expect(config({ DATA_DIR: 'elsewhere', TLS_CERT: 'a.pem', TLS_KEY: '../b.pem' })).toMatchObject({
      dataDir: path.join(ROOT, 'elsewhere'),
      tlsCert: path.join(ROOT, 'a.pem'),
      tlsKey: path.resolve(ROOT, '..', 'b.pem'),
    });
  });

  it('an e-mail address becomes lower case, and a password keeps its blanks', () => {
    expect(config({ ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: ' six ok ' })).toMatchObject({
      adminEmail: 'boss@example.com',
      adminPassword: ' six ok ',
    });
  });

  it('the public address must be an origin', () => {
    expect(config({ PUBLIC_URL: 'https://Clock.example.com/' }).publicUrl).toBe('https://clock.example.com');
    expect(mistakes({ PUBLIC_URL: 'https://example.com/clock' })).toHaveLength(1);
    expect(mistakes({ PUBLIC_URL: 'clock.example.com' })).toHaveLength(1);
  });

  it('trusted proxies are IPv4 and IPv6 addresses and ranges', () => {
    expect(config({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1, fd00::/8' }).trustedProxies).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ]);
    expect(mistakes({ TRUSTED_PROXIES: '10.0.0.0/33, proxy, 10.0.0.1' })).toEqual([
      'TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.0/8, but has "10.0.0.0/33".',
      'TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.0/8, but has "proxy".',
    ]);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', '3000.5'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['ADMIN_EMAIL', 'boss'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'x'.repeat(257)],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['TIME_ZONE', '+02:00'],
    ['IP_LOOKUP_URL', 'ftp://host'],
    ['SMTP_URL', 'http://host'],
    ['MAIL_FROM', 'Punctual <clock@example.com>'],
    ['LOG_LEVEL', 'loud'],
    ['TLS_CERT', 'a.pem'],
    ['TLS_KEY', 'b.pem'],
    ['REGISTRATIONS_PER_HOUR', '0'],
    ['PASSWORD_POLICY', 'weak'],
    ['HIDE_ACCOUNTS', 'maybe'],
    ['SMTP_REQUIRE_TLS', 'always'],
    ['TEMPORARY_PASSWORD', 'short'],
    ['METRICS_TOKEN', 'fifteen-letters'],
    ['METRICS_TOKEN', 'sixteen letters!'],
    ['METRICS_TOKEN', 'x'.repeat(257)],
  ])('%s=%s is refused in one line that names the variable', (name, value) => {
    expect(mistakes({ [name]: value })).toEqual([expect.stringMatching(/^[A-Z_]+ [^\n]+\.$/)]);
    expect(mistakes({ [name]: value })[0]).toContain(name);
  });

  it('the message about a refused password or token does not contain it', () => {
    const secrets = { ADMIN_PASSWORD: 'abcde', TEMPORARY_PASSWORD: 'abcde', METRICS_TOKEN: 'abcde' };
    expect(mistakes(secrets)).toHaveLength(3);
    expect(mistakes(secrets).join()).not.toContain('abcde');
  });

  it('all mistakes are reported at once', () => {
    expect(mistakes({ PORT: 'x', TLS_CERT: 'a.pem', ADMIN_EMAIL: 'boss', LOG_LEVEL: 'Loud' })).toEqual([
      'PORT must be a whole number from 0 to 65535, but is "x".',
      'ADMIN_EMAIL must be an email address.',
      'LOG_LEVEL must be one of silent, error, warn, info, debug, but is "loud".',
      'TLS_KEY is missing: TLS_CERT and TLS_KEY belong together.',
    ]);
  });

  it('single sign-on needs a client, PUBLIC_URL, and https but on this machine', () => {
    const why = 'OIDC_ISSUER needs it';
    expect(mistakes({ OIDC_ISSUER: 'http://localhost:9000' })).toEqual([
      `OIDC_CLIENT_ID is missing: ${why}.`,
      `OIDC_CLIENT_SECRET is missing: ${why}.`,
      `PUBLIC_URL is missing: ${why}, since the provider sends people back there.`,
    ]);
    expect(mistakes({ SIGN_IN: 'oidc' })).toEqual(['OIDC_ISSUER is missing: SIGN_IN=oidc needs it.']);
    expect(mistakes({ OIDC_ISSUER: 'http://login.example.com' }).join()).toContain('OIDC_ISSUER must be');
  });

  it('every setting has its own variable', () => {
    expect([...ENVIRONMENT_VARIABLES.keys()]).toEqual(Object.keys(config()));
  });
});

it.each([
  ['Summer2026!!', 'This password is too common'],
  ['admin-example-1', 'This password is too common'],
  ['elevenchars', 'Password must be at least 12 characters'],
])(
  'ADMIN_PASSWORD %s is refused with PASSWORD_POLICY=strong before the start does anything',
  (password, fault) => {
    const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: password };
    expect(requireConfig(env, '.')).toMatchObject({ adminPassword: password });
    expect(() => requireConfig({ ...env, PASSWORD_POLICY: 'strong' }, '.')).toThrow(
      new StartError('invalidSettings', `ADMIN_PASSWORD: ${fault}.`),
    );
  },
);

describe('a secret in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (text: string): string => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };

  it('is the value without its last line break, and blanks stay', () => {
    const env = { ADMIN_PASSWORD_FILE: fileWith(' correct horse \n') };
    expect(requireConfig(env, '.')).toMatchObject({ adminPassword: ' correct horse ' });
  });

  it.each(SECRETS)('is read for %s, checked like the variable, and shown in no message', (name) => {
    const env = { [`${name}_FILE`]: fileWith('abc\n') };
    expect(() => requireConfig(env, '.')).toThrow(new RegExp(`^${name} must (?!.*abc)`));
  });

  it('is refused beside the variable itself, and where it cannot be read', () => {
    const token = 'a-token-of-sixteen-characters';
    const both = { METRICS_TOKEN: token, METRICS_TOKEN_FILE: fileWith(token) };
    expect(() => requireConfig(both, '.')).toThrow('METRICS_TOKEN and METRICS_TOKEN_FILE are both set.');
    const missing = { METRICS_TOKEN_FILE: path.join(folder, 'none') };
    expect(() => requireConfig(missing, '.')).toThrow(/^METRICS_TOKEN_FILE .* cannot be read/);
  });
});
