/** The server, broken one rule at a time: see all.mjs. */
export const SERVER = [
  {
    rule: 'an admin cannot punch',
    file: 'src/server/http/guard.ts',
    from: " || (access === 'employee' && role === 'admin')",
    to: '',
  },
  {
    rule: 'another site cannot act for somebody',
    file: 'src/server/http/guard.ts',
    from: "if (isForeign(request.headers, context.config.publicUrl)) return refuse('foreign_origin');",
    to: '',
  },
  {
    rule: 'with a temporary password nothing else works',
    file: 'src/server/http/guard.ts',
    from: "if (session.mustChangePassword) return refuse('password_change_required');",
    to: '',
  },
  {
    rule: 'the location is kept only while the settings ask for it',
    file: 'src/server/time-entries/plan.ts',
    from: 'location && basis.settings.requireLocationTracking',
    to: 'location',
  },
  {
    rule: 'only the first clock-in of a day can be late',
    file: 'src/server/time-entries/plan.ts',
    from: 'const lateness = isFirst ? latenessOf(minute, basis.settings) : null;',
    to: 'const lateness = latenessOf(minute, basis.settings);',
  },
  {
    rule: 'nobody deactivates themselves',
    file: 'src/server/employees/commands.ts',
    from: 'if (actor === user.id)',
    to: "if (actor === '')",
  },
  {
    rule: 'deactivation ends the sessions',
    file: 'src/server/employees/commands.ts',
    from: "if (isDeactivated || details.includes('email')) await",
    to: "if (details.includes('email')) await",
  },
  {
    rule: 'the last active admin stays',
    file: 'src/server/employees/commands.ts',
    from: 'return row?.admins === 1;',
    to: 'return row?.admins === 0;',
  },
  {
    rule: 'an edit of an older version is refused',
    file: 'src/server/employees/commands.ts',
    from: 'user.version !== version',
    to: 'user.version < version',
  },
  {
    rule: 'settings of an older version are refused',
    file: 'src/server/settings/commands.ts',
    from: "if (before.version !== version) return refused('settings_changed');",
    to: '',
  },
  {
    rule: 'guessing at an account from one place is throttled after ten',
    file: 'src/server/accounts/sign-in-limits.ts',
    from: 'FROM_ONE_PLACE = 10;',
    to: 'FROM_ONE_PLACE = 1000;',
  },
  {
    rule: 'a sign-in ends the session the browser had',
    file: 'src/server/credentials/session-commands.ts',
    from: 'if (presentedTokens.session !== undefined) await endSession(tx, tokenHash(presentedTokens.session));',
    to: '',
  },
  {
    rule: 'a session ends after 14 days without anything being done',
    file: 'src/server/credentials/tokens.ts',
    from: 'SESSION_IDLE_MS = 14 *',
    to: 'SESSION_IDLE_MS = 140 *',
  },
  {
    rule: 'an unknown address has its own code',
    file: 'src/contract/problems.ts',
    from: "sign_in_unknown_user: [401, 'No account found with this email address.']",
    to: "sign_in_unknown_user: [401, 'No account was found with this email address.']",
  },
  {
    rule: 'an unknown employee is 404',
    file: 'src/contract/problems.ts',
    from: "report_unknown_employee: [404, 'Employee not found']",
    to: "report_unknown_employee: [400, 'Employee not found']",
  },
  {
    rule: 'passwords have 256 characters at most',
    file: 'src/contract/fields.ts',
    from: 'PASSWORD_MAX = 256',
    to: 'PASSWORD_MAX = 128',
  },
];
