/** Kinds of the security log and their words. Without schemas, so that browsers can load it. */

interface KindDefinition {
  readonly words: string;
  /** Also shown to the person, under 'Recent sign-ins'. */
  readonly isSignIn?: true;
  readonly isFailure?: true;
  /** Repetitions within an hour share one row: per network and browser, or per person. */
  readonly addUp?: 'network' | 'person';
}

/** Parts of the product add their kinds here. A kind that only a past version knew is shown by its name. */
export const SECURITY_KINDS = {
  signed_in: { words: 'Signed in', isSignIn: true },
  sign_in_failed: { words: 'Wrong password', isSignIn: true, isFailure: true, addUp: 'network' },
  sign_in_unknown: { words: 'No such account', isFailure: true, addUp: 'network' },
  second_step_failed: { words: 'Wrong code or passkey', isSignIn: true, isFailure: true, addUp: 'network' },
  sign_in_refused: { words: 'Account could not be used', isSignIn: true, isFailure: true, addUp: 'network' },
  sign_in_locked: { words: 'Too many attempts', isSignIn: true, isFailure: true, addUp: 'network' },
  single_sign_on_failed: { words: 'Single sign-on failed', isFailure: true, addUp: 'network' },
  sessions_ended: { words: 'Signed out elsewhere' },
  access_refused: { words: 'Not allowed', isFailure: true, addUp: 'person' },
  role_changed: { words: 'Role changed' },
  password_changed: { words: 'Password changed' },
  second_factor_changed: { words: 'Second factor changed' },
  data_exported: { words: "Everybody's data exported", addUp: 'person' },
} as const satisfies Readonly<Record<string, KindDefinition>>;

export type SecurityKind = keyof typeof SECURITY_KINDS;

const DEFINITIONS: Readonly<Record<string, KindDefinition | undefined>> = SECURITY_KINDS;

export const definitionOf = (kind: string): KindDefinition => DEFINITIONS[kind] ?? { words: kind };

export const securityKinds = (): SecurityKind[] => Object.keys(SECURITY_KINDS) as SecurityKind[];
