/** Reads and validates the environment's settings. docs/operations.md says what each means. */
import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod/mini';
import {
  normalizeEmail,
  isEmailAddress,
  isName,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '#contract/fields';
import { isTimeZone } from '#domain/time/zone-rules';
import { LOG_LEVELS } from './log.ts';

const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null);
const text = (isValid: (value: string) => boolean, why: string) =>
  z.string().check(z.refine<string>(isValid, why));
const integer = (initial: number, least: number, most: number) =>
  z._default(
    z.pipe(
      z.string().check(
        z.refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most, {
          error: ({ input }) => `must be a whole number from ${least} to ${most}, but is "${input}".`,
        }),
      ),
      z.transform(Number),
    ),
    initial,
  );
const oneOf = <Choice extends string>(choices: readonly Choice[], initial: Choice) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((value: string) => value.toLowerCase()),
      ),
      z.enum(choices, {
        error: ({ input }) => `must be one of ${choices.join(', ')}, but is "${String(input)}".`,
      }),
    ),
    initial,
  );
const onOrOff = z.pipe(
  oneOf(['0', '1', 'false', 'true', 'no', 'yes', 'off', 'on'], '0'),
  z.transform((value) => ['1', 'true', 'yes', 'on'].includes(value)),
);
const listOf = (isItem: (item: string) => boolean, what: string) =>
  z._default(
    z.pipe(
      z.pipe(z.string(), z.transform(splitList)),
      z.array(
        z.string().check(
          z.refine<string>(isItem, {
            error: ({ input }) => `must list ${what}, but has "${String(input)}".`,
          }),
        ),
      ),
    ),
    [],
  );
/** A secret, so its error message does not show the value. */
const password = orNull(text((value) => isPasswordLength(value), 'must have 6 to 256 characters.'));
const shownName = text(isName, `must be a name that can be shown, of at most ${NAME_MAX} characters.`);
const databaseAddress = orNull(
  text(hasScheme('postgres:', 'postgresql:'), 'must begin with postgres:// or postgresql://.'),
);

/** Browsers keep cookies for at most this long. */
const COOKIE_DAYS_MAX = 400;

/** Variables in the order of docs/operations.md. An error message continues the name: 'PORT must be ...'. */
const Environment = z
  .object({
    port: integer(3000, 0, 65535),
    host: z._default(
      text((value) => !/[\s/]/.test(value), 'must be an address or a host name.'),
      '127.0.0.1',
    ),
    dataDir: z._default(z.string(), 'data'),
    databaseUrl: databaseAddress,
    databaseAppUrl: databaseAddress,
    adminEmail: orNull(text((value) => isEmailAddress(normalizeEmail(value)), 'must be an email address.')),
    adminPassword: password,
    adminName: z._default(shownName, 'Administrator'),
    /** Time zone of a new workplace. Later, admins change the zone in the settings. */
    timeZone: orNull(text(isTimeZone, 'must be a time zone such as Europe/Berlin.')),
    publicUrl: orNull(
      text(isOrigin, 'must be an address such as https://clock.example.com, without a path.'),
    ),
    allowedHosts: listOf((name) => /^[\w.-]+$/.test(name), 'names such as clock.lan'),
    trustedProxies: listOf(isAddressOrRange, 'addresses or ranges such as 10.0.0.0/8'),
    ipLookupUrl: orNull(text(hasScheme('http:', 'https:'), 'must begin with http:// or https://.')),
    smtpUrl: orNull(text(hasScheme('smtp:', 'smtps:'), 'must begin with smtp:// or smtps://.')),
    smtpRequireTls: onOrOff,
    mailFrom: orNull(text(isEmailAddress, 'must be an email address.')),
    logLevel: oneOf(LOG_LEVELS, 'info'),
    tlsCert: orNull(z.string()),
    tlsKey: orNull(z.string()),
    registrationsPerHour: integer(500, 1, 1_000_000),
    /** 0 for no limit. */
    punchesPerHour: integer(120, 0, 1_000_000),
    passwordPolicy: oneOf(['default', 'strong'], 'default'),
    hideAccounts: onOrOff,
    /** https only, except on this machine: over http, others on the network could read the tokens. */
    oidcIssuer: orNull(
      text(isIssuer, 'must be an address such as https://login.example.com (http:// only for this machine).'),
    ),
    oidcClientId: orNull(z.string()),
    oidcClientSecret: orNull(text((value) => value.length >= 8, 'must have 8 characters or more.')),
    /** Name on the button, as in 'Sign in with Example'. */
    oidcName: z._default(shownName, 'single sign-on'),
    oidcTrustEmail: onOrOff,
    signIn: oneOf(['all', 'oidc'], 'all'),
    sessionDays: integer(90, 1, COOKIE_DAYS_MAX),
    sessionIdleDays: integer(14, 1, COOKIE_DAYS_MAX),
    knownDeviceDays: integer(400, 1, COOKIE_DAYS_MAX),
    temporaryPassword: password,
    backupDir: orNull(z.string()),
    backupsKept: integer(14, 1, 10_000),
    /** Only characters that an `Authorization: Bearer` header allows. */
    metricsToken: orNull(
      text(
        (value) => /^[\w.~+/=-]{16,256}$/.test(value),
        'must have 16 to 256 characters, of letters, digits and - . _ ~ + / = only.',
      ),
    ),
    signingKeyFile: orNull(z.string()),
    /** A secret, so its error message does not show the value. */
    secretKey: orNull(text((value) => value.length >= 32, 'must have 32 characters or more.')),
  })
  .check(
    needs('tlsKey', 'tlsCert', 'TLS_CERT and TLS_KEY belong together.'),
    needs('tlsCert', 'tlsKey', 'TLS_CERT and TLS_KEY belong together.'),
    needs('oidcIssuer', 'oidcClientId', 'OIDC_ISSUER needs it.'),
    needs('oidcIssuer', 'oidcClientSecret', 'OIDC_ISSUER needs it.'),
    needs('oidcIssuer', 'publicUrl', 'OIDC_ISSUER needs it, since the provider sends people back there.'),
    z.refine<{ signIn?: string; oidcIssuer?: string | null }>(
      ({ signIn, oidcIssuer }) => signIn !== 'oidc' || typeof oidcIssuer === 'string',
      { path: ['oidcIssuer'], error: 'is missing: SIGN_IN=oidc needs it.', when: () => true },
    ),
  );

/** Requires `other` if `name` is set. Runs even after other faults, so that one start shows all of them. */
function needs<Name extends string, Other extends string>(name: Name, other: Other, why: string) {
  return z.refine<Partial<Record<Name | Other, string | null>>>(
    (given) => typeof given[name] !== 'string' || typeof given[other] === 'string',
    { path: [other], error: `is missing: ${why}`, when: () => true },
  );
}

/** Environment variable of each field: `dataDir` is read from DATA_DIR. */
export const ENVIRONMENT_VARIABLES: ReadonlyMap<string, string> = new Map(
  Object.keys(Environment.shape).map((name) => [name, name.replace(/[A-Z]/g, '_$&').toUpperCase()]),
);

/** Variables whose value can also come from a file (`<NAME>_FILE`). TLS and signing keys always come from files. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'TEMPORARY_PASSWORD',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'SECRET_KEY',
] as const;

/** Blanks are part of a password, so do not trim these values. */
const UNTRIMMED: ReadonlySet<string> = new Set(['adminPassword', 'temporaryPassword']);

/** An empty value counts as absent. @param root base of relative paths */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  root: string = process.cwd(),
): { ok: true; config: Config } | { ok: false; lines: string[] } {
  const given = [...ENVIRONMENT_VARIABLES].flatMap(([name, variable]) => {
    const value = env[variable];
    const text = UNTRIMMED.has(name) ? value : value?.trim();
    return text ? [[name, text] as const] : [];
  });
  const checked = Environment.safeParse(Object.fromEntries(given));
  if (checked.success) return { ok: true, config: toConfig(checked.data, root) };
  const { issues } = checked.error;
  return {
    ok: false,
    lines: issues.map(({ path: [name], message }) => `${ENVIRONMENT_VARIABLES.get(String(name))} ${message}`),
  };
}

export type Config = Readonly<ReturnType<typeof toConfig>>;

function toConfig(read: z.output<typeof Environment>, root: string) {
  const file = (name: string | null): string | null => (name === null ? null : path.resolve(root, name));
  return {
    ...read,
    dataDir: path.resolve(root, read.dataDir),
    databaseAppUrl: read.databaseUrl === null ? null : read.databaseAppUrl,
    adminEmail: read.adminEmail === null ? null : normalizeEmail(read.adminEmail),
    adminName: read.adminName.normalize('NFC'),
    timeZone: read.timeZone ?? serverZone(),
    publicUrl: read.publicUrl === null ? null : new URL(read.publicUrl).origin,
    allowedHosts: read.allowedHosts.map((name) => name.toLowerCase()),
    tlsCert: file(read.tlsCert),
    tlsKey: file(read.tlsKey),
    backupDir: file(read.backupDir),
    signingKeyFile: file(read.signingKeyFile),
  };
}

/** Limits are in characters [D3.4]. */
export const isPasswordLength = (value: string): boolean =>
  value.length >= PASSWORD_MIN && value.length <= PASSWORD_MAX;

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function hasScheme(...schemes: string[]): (value: string) => boolean {
  return (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol);
}

function isOrigin(value: string): boolean {
  if (!hasScheme('http:', 'https:')(value)) return false;
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

function isIssuer(value: string): boolean {
  if (!hasScheme('http:', 'https:')(value)) return false;
  const { protocol, hostname, search, hash, username } = new URL(value);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isHere) && `${search}${hash}${username}` === '';
}

function isAddressOrRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function serverZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(zone) ? zone : 'UTC';
}
