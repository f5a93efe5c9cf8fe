/** Every setting the environment has, in one place: read and validated. docs/operations.md says what each means. */
import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod/mini';
import {
  emailSpelling,
  isEmailAddress,
  isName,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '#contract/fields';
import { isTimeZone } from '#domain/time/zone-rules';
import { LOG_LEVELS, type LogLevel } from './platform/log.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** As whom to work on that database; null: as a role made for it. */
  readonly databaseAppUrl: string | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly adminName: string;
  /** IANA name; only the first value of the workplace's zone, which then lives in the settings. */
  readonly timeZone: string;
  /** An origin such as `https://clock.example.com`, without a slash at its end. */
  readonly publicUrl: string | null;
  /** Names in small letters by which people may reach the server when PUBLIC_URL is unset. */
  readonly allowedHosts: readonly string[];
  /** Addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  readonly ipLookupUrl: string | null;
  readonly smtpUrl: string | null;
  /** No mail over a line that is not encrypted. */
  readonly smtpRequireTls: boolean;
  /** Sender of the mails; null derives it. */
  readonly mailFrom: string | null;
  readonly logLevel: LogLevel;
  /** Absolute paths of PEM files; both or neither. */
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  readonly registrationsPerHour: number;
  /** Of one person; 0 for no limit. */
  readonly punchesPerHour: number;
  readonly passwordPolicy: 'default' | 'strong';
  readonly hideAccounts: boolean;
  /** After signing in, whatever its person does. */
  readonly sessionDays: number;
  /** Without a punch or another change. */
  readonly sessionIdleDays: number;
  /** Since it last signed in. */
  readonly knownDeviceDays: number;
  readonly temporaryPassword: string | null;
  /** Absolute; null makes no nightly backups. */
  readonly backupDir: string | null;
  readonly backupsKept: number;
  /** Who may read the metrics; null for nobody. */
  readonly metricsToken: string | null;
  /** Absolute path of a PEM file; null for one in `dataDir`, made when it is needed. */
  readonly signingKeyFile: string | null;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly lines: readonly string[] };

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
      z.pipe(z.string(), z.transform(listed)),
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
/** The value is never shown. */
const password = orNull(text((value) => isPasswordLength(value), 'must have 6 to 256 characters.'));

const databaseAddress = orNull(
  text(hasScheme('postgres:', 'postgresql:'), 'must begin with postgres:// or postgresql://.'),
);

/** Browsers keep no cookie longer. */
const COOKIE_DAYS = 400;

/** One for each row of the table in docs/operations.md; a message goes on from the variable's name. */
const Environment = z
  .object({
    PORT: integer(3000, 0, 65535),
    HOST: z._default(
      text((value) => !/[\s/]/.test(value), 'must be an address or a host name.'),
      '127.0.0.1',
    ),
    DATA_DIR: z._default(z.string(), 'data'),
    DATABASE_URL: databaseAddress,
    DATABASE_APP_URL: databaseAddress,
    ADMIN_EMAIL: orNull(text((value) => isEmailAddress(emailSpelling(value)), 'must be an email address.')),
    ADMIN_PASSWORD: password,
    ADMIN_NAME: z._default(
      text(isName, `must be a name that can be shown, of at most ${NAME_MAX} characters.`),
      'Administrator',
    ),
    TIME_ZONE: orNull(text(isTimeZone, 'must be a time zone such as Europe/Berlin.')),
    PUBLIC_URL: orNull(
      text(isOrigin, 'must be an address such as https://clock.example.com, without a path.'),
    ),
    ALLOWED_HOSTS: listOf((name) => /^[\w.-]+$/.test(name), 'names such as clock.lan'),
    TRUSTED_PROXIES: listOf(isAddressOrRange, 'addresses or ranges such as 10.0.0.0/8'),
    IP_LOOKUP_URL: orNull(text(hasScheme('http:', 'https:'), 'must begin with http:// or https://.')),
    SMTP_URL: orNull(text(hasScheme('smtp:', 'smtps:'), 'must begin with smtp:// or smtps://.')),
    SMTP_REQUIRE_TLS: onOrOff,
    MAIL_FROM: orNull(text(isEmailAddress, 'must be an email address.')),
    LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
    TLS_CERT: orNull(z.string()),
    TLS_KEY: orNull(z.string()),
    REGISTRATIONS_PER_HOUR: integer(500, 1, 1_000_000),
    PUNCHES_PER_HOUR: integer(120, 0, 1_000_000),
    PASSWORD_POLICY: oneOf(['default', 'strong'], 'default'),
    HIDE_ACCOUNTS: onOrOff,
    SESSION_DAYS: integer(90, 1, COOKIE_DAYS),
    SESSION_IDLE_DAYS: integer(14, 1, COOKIE_DAYS),
    KNOWN_DEVICE_DAYS: integer(400, 1, COOKIE_DAYS),
    TEMPORARY_PASSWORD: password,
    BACKUP_DIR: orNull(z.string()),
    BACKUPS_KEPT: integer(14, 1, 10_000),
    METRICS_TOKEN: orNull(
      text(isBearerToken, 'must have 16 to 256 characters, of letters, digits and - . _ ~ + / = only.'),
    ),
    SIGNING_KEY_FILE: orNull(z.string()),
  })
  .check(together('TLS_CERT', 'TLS_KEY'), together('TLS_KEY', 'TLS_CERT'));

/** Looked at in any case, so that this mistake is named with all others. */
function together(name: 'TLS_CERT' | 'TLS_KEY', other: 'TLS_CERT' | 'TLS_KEY') {
  return z.refine<Partial<Record<'TLS_CERT' | 'TLS_KEY', string | null>>>(
    (tls) => typeof tls[name] === 'string' || typeof tls[other] !== 'string',
    { path: [name], error: 'is missing: TLS_CERT and TLS_KEY belong together.', when: () => true },
  );
}

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape);

/** Passwords are taken as they are, blanks included. */
const AS_IT_IS: ReadonlySet<string> = new Set(['ADMIN_PASSWORD', 'TEMPORARY_PASSWORD']);

/**
 * Reads and checks all settings at once, so that every mistake is named in one go.
 * @param env an empty value counts as absent
 * @param root what relative paths count from
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  root: string = process.cwd(),
): ConfigResult {
  const given = VARIABLES.map((name): [string, string] => [
    name,
    (AS_IT_IS.has(name) ? env[name] : env[name]?.trim()) ?? '',
  ]).filter(([, value]) => value !== '');
  const checked = Environment.safeParse(Object.fromEntries(given));
  return checked.success
    ? { ok: true, config: toConfig(checked.data, root) }
    : {
        ok: false,
        lines: checked.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`),
      };
}

function toConfig(read: z.output<typeof Environment>, root: string): Config {
  const file = (name: string | null): string | null => (name === null ? null : path.resolve(root, name));
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: path.resolve(root, read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    databaseAppUrl: read.DATABASE_URL === null ? null : read.DATABASE_APP_URL,
    adminEmail: read.ADMIN_EMAIL === null ? null : emailSpelling(read.ADMIN_EMAIL),
    adminPassword: read.ADMIN_PASSWORD,
    adminName: read.ADMIN_NAME.normalize('NFC'),
    timeZone: read.TIME_ZONE ?? serverZone(),
    publicUrl: read.PUBLIC_URL === null ? null : new URL(read.PUBLIC_URL).origin,
    allowedHosts: read.ALLOWED_HOSTS.map((name) => name.toLowerCase()),
    trustedProxies: read.TRUSTED_PROXIES,
    ipLookupUrl: read.IP_LOOKUP_URL,
    smtpUrl: read.SMTP_URL,
    smtpRequireTls: read.SMTP_REQUIRE_TLS,
    mailFrom: read.MAIL_FROM,
    logLevel: read.LOG_LEVEL,
    tlsCert: file(read.TLS_CERT),
    tlsKey: file(read.TLS_KEY),
    registrationsPerHour: read.REGISTRATIONS_PER_HOUR,
    punchesPerHour: read.PUNCHES_PER_HOUR,
    passwordPolicy: read.PASSWORD_POLICY,
    hideAccounts: read.HIDE_ACCOUNTS,
    sessionDays: read.SESSION_DAYS,
    sessionIdleDays: read.SESSION_IDLE_DAYS,
    knownDeviceDays: read.KNOWN_DEVICE_DAYS,
    temporaryPassword: read.TEMPORARY_PASSWORD,
    backupDir: file(read.BACKUP_DIR),
    backupsKept: read.BACKUPS_KEPT,
    metricsToken: read.METRICS_TOKEN,
    signingKeyFile: file(read.SIGNING_KEY_FILE),
  };
}

/** In characters [D3.4]. */
export const isPasswordLength = (value: string): boolean =>
  value.length >= PASSWORD_MIN && value.length <= PASSWORD_MAX;

function listed(value: string): string[] {
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

/** What `Authorization: Bearer` can carry. */
function isBearerToken(value: string): boolean {
  return /^[\w.~+/=-]{16,256}$/.test(value);
}

function isAddressOrRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The machine's zone; UTC where the machine does not know one. */
function serverZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(zone) ? zone : 'UTC';
}
