/** Kinds of the security log and their words. Without schemas, so that browsers can load it. */
import { say, type PlainKey } from '#texts/say';

interface KindDefinition {
  readonly label: PlainKey;
  /** Also shown to the person, under 'Recent sign-ins'. */
  readonly isSignIn?: true;
  readonly isFailure?: true;
  /** Repeated events within an hour share one row of the log: one per network and browser, or one per person. */
  readonly rowPer?: 'network' | 'person';
}

/** All kinds of this version. For kinds that older versions logged, `securityKindLabel` returns the name as the label. */
export const SECURITY_KINDS = {
  signed_in: { label: 'securityKind.signedIn', isSignIn: true },
  sign_in_failed: { label: 'securityKind.signInFailed', isSignIn: true, isFailure: true, rowPer: 'network' },
  sign_in_unknown: { label: 'securityKind.signInUnknown', isFailure: true, rowPer: 'network' },
  second_step_failed: {
    label: 'securityKind.secondStepFailed',
    isSignIn: true,
    isFailure: true,
    rowPer: 'network',
  },
  sign_in_refused: {
    label: 'securityKind.signInRefused',
    isSignIn: true,
    isFailure: true,
    rowPer: 'network',
  },
  sign_in_locked: { label: 'securityKind.signInLocked', isSignIn: true, isFailure: true, rowPer: 'network' },
  single_sign_on_failed: { label: 'securityKind.singleSignOnFailed', isFailure: true, rowPer: 'network' },
  sessions_ended: { label: 'securityKind.sessionsEnded' },
  access_refused: { label: 'securityKind.accessRefused', isFailure: true, rowPer: 'person' },
  role_changed: { label: 'securityKind.roleChanged' },
  password_changed: { label: 'securityKind.passwordChanged' },
  second_factor_changed: { label: 'securityKind.secondFactorChanged' },
  calendar_address_changed: { label: 'securityKind.calendarAddressChanged', rowPer: 'person' },
  address_changed: { label: 'securityKind.addressChanged' },
  rule_changed: { label: 'securityKind.ruleChanged' },
  data_exported: { label: 'securityKind.dataExported', rowPer: 'person' },
  kiosk_changed: { label: 'securityKind.kioskChanged' },
  badge_changed: { label: 'securityKind.badgeChanged' },
  badge_unknown: { label: 'securityKind.badgeUnknown', isFailure: true, rowPer: 'network' },
  pin_failed: { label: 'securityKind.pinFailed', isFailure: true, rowPer: 'network' },
  pin_locked: { label: 'securityKind.pinLocked', isFailure: true, rowPer: 'network' },
} as const satisfies Readonly<Record<string, KindDefinition>>;

export type SecurityKind = keyof typeof SECURITY_KINDS;

const DEFINITIONS: Readonly<Record<string, KindDefinition | undefined>> = SECURITY_KINDS;

export const securityKindOf = (kind: string): Partial<KindDefinition> => DEFINITIONS[kind] ?? {};

export function securityKindLabel(kind: string): string {
  const { label } = securityKindOf(kind);
  return label ? say(label) : kind;
}

export const securityKinds = (): SecurityKind[] => Object.keys(SECURITY_KINDS) as SecurityKind[];
