/** Every setting the environment has, in one place: read, validated, and listed for the README's table. */
import { isIP } from 'node:net';
import path from 'node:path';
import { isEmailAddress, PASSWORD_MAX, PASSWORD_MIN } from '#contract/fields';
import { LOG_LEVELS, type LogLevel } from './log.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly adminName: string;
  /** IANA name; only the first value of the workplace's zone, which then lives in the settings. */
  readonly timeZone: string;
  /** An origin such as `https://clock.example.com`, without a slash at its end. */
  readonly publicUrl: string | null;
  /** Addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  readonly ipLookupUrl: string | null;
  readonly smtpUrl: string | null;
  /** Sender of the mails; null derives it. */
  readonly mailFrom: string | null;
  readonly logLevel: LogLevel;
  /** Absolute paths of PEM files; both or neither. */
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  readonly registrationsPerHour: number;
  readonly passwordPolicy: 'default' | 'strong';
  readonly hideAccounts: boolean;
  readonly temporaryPassword: string | null;
}

/** The README's table of settings; a test compares the two. @public */
export const environmentTable: readonly { name: string; default: string; meaning: string }[] = [
  { name: 'PORT', default: '3000', meaning: 'Port to listen on; 0 takes a free one.' },
  { name: 'HOST', default: '127.0.0.1', meaning: 'Address to listen on; `0.0.0.0` opens it to the network.' },
  {
    name: 'DATA_DIR',
    default: './data',
    meaning: 'Folder of the database and the local mail outbox; a relative one counts from the checkout.',
  },
  {
    name: 'DATABASE_URL',
    default: '',
    meaning:
      'Any PostgreSQL >= 15 instead of the embedded one, e.g. `postgres://user:password@host/punctual`.',
  },
  {
    name: 'ADMIN_EMAIL',
    default: '',
    meaning: 'E-mail address of the first admin; without it one is made up and printed once.',
  },
  {
    name: 'ADMIN_PASSWORD',
    default: '',
    meaning: 'Password of the first admin (6 to 256 characters); without it one is made up and printed once.',
  },
  { name: 'ADMIN_NAME', default: 'Administrator', meaning: 'Name of the first admin.' },
  {
    name: 'TIME_ZONE',
    default: "the server's",
    meaning:
      "First value of the workplace's time zone, e.g. `Europe/Berlin`; later it is changed in Settings.",
  },
  {
    name: 'PUBLIC_URL',
    default: '',
    meaning: 'The address people use, e.g. `https://clock.example.com`; https makes cookies Secure.',
  },
  {
    name: 'TRUSTED_PROXIES',
    default: '',
    meaning: 'Addresses or ranges, separated by commas, whose `X-Forwarded-For` is believed.',
  },
  {
    name: 'IP_LOOKUP_URL',
    default: '',
    meaning: "A public look-up service for the employee's IP; the default is Punctual's own.",
  },
  {
    name: 'SMTP_URL',
    default: '',
    meaning:
      'Mail server, e.g. `smtp://user:password@host:587`; without it mails go to the local outbox folder.',
  },
  {
    name: 'MAIL_FROM',
    default: '',
    meaning:
      "Sender of the mails; without it the mail server's account, or `punctual@` and the host of `PUBLIC_URL`.",
  },
  { name: 'LOG_LEVEL', default: 'info', meaning: '`silent`, `error`, `warn`, `info` or `debug`.' },
  {
    name: 'TLS_CERT',
    default: '',
    meaning: 'PEM file with the certificate, to serve https without a proxy; needs `TLS_KEY`.',
  },
  { name: 'TLS_KEY', default: '', meaning: "PEM file with the certificate's private key." },
  {
    name: 'REGISTRATIONS_PER_HOUR',
    default: '500',
    meaning: 'Self-registrations allowed from one address within an hour.',
  },
  {
    name: 'PASSWORD_POLICY',
    default: 'default',
    meaning: '`default` (6 characters) or `strong` (12, and none of the most common).',
  },
  {
    name: 'HIDE_ACCOUNTS',
    default: '0',
    meaning: '`1`: nothing tells whether an e-mail address has an account.',
  },
  {
    name: 'TEMPORARY_PASSWORD',
    default: '',
    meaning: 'First password of employees an admin adds; without it one is made up for the installation.',
  },
];

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly lines: readonly string[] };

/**
 * Reads and checks all settings at once, so that every mistake is named in one go.
 * @param env an empty value counts as absent
 * @param root what relative paths count from
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  root: string = process.cwd(),
): ConfigResult {
  const lines: string[] = [];
  const refuse = <Value>(name: string, why: string, value: Value): Value => {
    lines.push(`${name} ${why}`);
    return value;
  };
  const text = (name: string): string | null => env[name]?.trim() || null;
  const file = (name: string): string | null => {
    const value = text(name);
    return value === null ? null : path.resolve(root, value);
  };
  const checked = (name: string, isValid: (value: string) => boolean, why: string): string | null => {
    const value = text(name);
    return value === null || isValid(value) ? value : refuse(name, why, null);
  };
  const integer = (name: string, initial: number, least: number, most: number): number => {
    const value = text(name);
    if (value === null) return initial;
    if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    return refuse(name, `must be a whole number from ${least} to ${most}, but is "${value}".`, initial);
  };
  const oneOf = <Choice extends string>(
    name: string,
    choices: readonly Choice[],
    initial: Choice,
  ): Choice => {
    const value = text(name)?.toLowerCase() ?? initial;
    return (
      choices.find((choice) => choice === value) ??
      refuse(name, `must be one of ${choices.join(', ')}, but is "${value}".`, initial)
    );
  };
  // Passwords are taken as they are, blanks included, and never shown.
  const password = (name: string): string | null => {
    const value = env[name] || null;
    return value === null || isPasswordLength(value)
      ? value
      : refuse(name, 'must have 6 to 256 characters.', null);
  };
  const tls = { cert: file('TLS_CERT'), key: file('TLS_KEY') };
  if ((tls.cert === null) !== (tls.key === null))
    refuse(
      tls.cert === null ? 'TLS_CERT' : 'TLS_KEY',
      'is missing: TLS_CERT and TLS_KEY belong together.',
      null,
    );
  const publicUrl = checked(
    'PUBLIC_URL',
    isOrigin,
    'must be an address such as https://clock.example.com, without a path.',
  );

  const config: Config = {
    port: integer('PORT', 3000, 0, 65535),
    host:
      checked('HOST', (value) => !/[\s/]/.test(value), 'must be an address or a host name.') ?? '127.0.0.1',
    dataDir: path.resolve(root, text('DATA_DIR') ?? 'data'),
    databaseUrl: checked(
      'DATABASE_URL',
      hasScheme('postgres:', 'postgresql:'),
      'must begin with postgres:// or postgresql://.',
    ),
    adminEmail: checked('ADMIN_EMAIL', isEmailAddress, 'must be an e-mail address.')?.toLowerCase() ?? null,
    adminPassword: password('ADMIN_PASSWORD'),
    adminName: text('ADMIN_NAME') ?? 'Administrator',
    timeZone: checked('TIME_ZONE', isZone, 'must be a time zone such as Europe/Berlin.') ?? serverZone(),
    publicUrl: publicUrl === null ? null : new URL(publicUrl).origin,
    trustedProxies: list(text('TRUSTED_PROXIES')).filter(
      (item) =>
        isAddressOrRange(item) ||
        refuse(
          'TRUSTED_PROXIES',
          `must list addresses or ranges such as 10.0.0.0/8, but has "${item}".`,
          false,
        ),
    ),
    ipLookupUrl: checked(
      'IP_LOOKUP_URL',
      hasScheme('http:', 'https:'),
      'must begin with http:// or https://.',
    ),
    smtpUrl: checked('SMTP_URL', hasScheme('smtp:', 'smtps:'), 'must begin with smtp:// or smtps://.'),
    mailFrom: checked('MAIL_FROM', isEmailAddress, 'must be an e-mail address.'),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    tlsCert: tls.cert,
    tlsKey: tls.key,
    registrationsPerHour: integer('REGISTRATIONS_PER_HOUR', 500, 1, 1_000_000),
    passwordPolicy: oneOf('PASSWORD_POLICY', ['default', 'strong'] as const, 'default'),
    hideAccounts: ['1', 'true', 'yes', 'on'].includes(
      oneOf('HIDE_ACCOUNTS', ['0', '1', 'false', 'true', 'no', 'yes', 'off', 'on'] as const, '0'),
    ),
    temporaryPassword: password('TEMPORARY_PASSWORD'),
  };
  return lines.length > 0 ? { ok: false, lines } : { ok: true, config };
}

/** In characters [D3.4]. */
export const isPasswordLength = (value: string): boolean =>
  value.length >= PASSWORD_MIN && value.length <= PASSWORD_MAX;

const list = (value: string | null): string[] =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const hasScheme =
  (...schemes: string[]) =>
  (value: string): boolean =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol);

function isOrigin(value: string): boolean {
  if (!hasScheme('http:', 'https:')(value)) return false;
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

function isAddressOrRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function isZone(zone: string): boolean {
  try {
    // An offset such as +02:00 is accepted by Intl, but has no rules of its own and is no zone of the
    // settings.
    return (
      new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' &&
      !/^[+-]/.test(zone)
    );
  } catch {
    return false;
  }
}

/** The machine's zone; UTC where the machine does not know one. */
function serverZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isZone(zone) ? zone : 'UTC';
}
