/** Kinds of the security log and their words. Without schemas, so that browsers can load it. */

interface KindDefinition {
  readonly label: string;
  /** Also shown to the person, under 'Recent sign-ins'. */
  readonly isSignIn?: true;
  readonly isFailure?: true;
  /** Repeated events within an hour share one row of the log: one per network and browser, or one per person. */
  readonly rowPer?: 'network' | 'person';
}

/** All kinds of this version. For kinds that older versions logged, `securityKindOf` returns the name as the label. */
export const SECURITY_KINDS = {
  signed_in: { label: 'Signed in', isSignIn: true },
  sign_in_failed: { label: 'Wrong password', isSignIn: true, isFailure: true, rowPer: 'network' },
  sign_in_unknown: { label: 'No such account', isFailure: true, rowPer: 'network' },
  second_step_failed: { label: 'Wrong code or passkey', isSignIn: true, isFailure: true, rowPer: 'network' },
  sign_in_refused: { label: 'Account could not be used', isSignIn: true, isFailure: true, rowPer: 'network' },
  sign_in_locked: { label: 'Too many attempts', isSignIn: true, isFailure: true, rowPer: 'network' },
  single_sign_on_failed: { label: 'Single sign-on failed', isFailure: true, rowPer: 'network' },
  sessions_ended: { label: 'Signed out elsewhere' },
  access_refused: { label: 'Not allowed', isFailure: true, rowPer: 'person' },
  role_changed: { label: 'Role changed' },
  password_changed: { label: 'Password changed' },
  second_factor_changed: { label: 'Second factor changed' },
  calendar_address_changed: { label: 'Private calendar link', rowPer: 'person' },
  address_changed: { label: 'Email address changed' },
  rule_changed: { label: 'Rule of signing in changed' },
  data_exported: { label: "Everybody's data exported", rowPer: 'person' },
} as const satisfies Readonly<Record<string, KindDefinition>>;

export type SecurityKind = keyof typeof SECURITY_KINDS;

const DEFINITIONS: Readonly<Record<string, KindDefinition | undefined>> = SECURITY_KINDS;

export const securityKindOf = (kind: string): KindDefinition => DEFINITIONS[kind] ?? { label: kind };

export const securityKinds = (): SecurityKind[] => Object.keys(SECURITY_KINDS) as SecurityKind[];
