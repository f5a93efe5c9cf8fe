/** Texts of the emails. */
export const letterTexts = {
  'letter.hello': 'Hello,',
  'letter.resetSubject': 'Choose a new password for Punctual',
  'letter.reset':
    'Somebody asked for a new password for your Punctual account. To choose one, open this link:',
  'letter.resetValidity':
    'It works once, within {minutes} minutes. A newer link replaces it. Changing the password signs you out everywhere.',
  'letter.resetIgnore': 'If this was not you, do nothing. Your password stays the same.',
  'letter.registeredSubject': 'You already have a Punctual account',
  'letter.registered':
    'Somebody tried to create a Punctual account with this email address. It already has an account, so nothing changed.',
  'letter.registeredSignIn': "If it was you, sign in, or use 'Forgot password?':",
  'letter.registeredIgnore': 'If this was not you, do nothing.',
  'letter.reminderSubject': 'Did you forget to clock out?',
  'letter.reminder': 'You clocked in at {since} and are still clocked in. Your shift is over.',
  'letter.reminderHowTo':
    'If you are still at work, do nothing. If you have left, clock out, or say when you left:',
  'letter.reminderOnce': 'Punctual never clocks anybody out by itself. You get this reminder once.',
  'letter.testSubject': 'A test email from Punctual',
  'letter.test': "This email was sent from Punctual's settings to check that emails arrive. They do.",
  'letter.testReset': 'People who forget their password can now get a link by email.',
  'letter.addressChanged':
    'An administrator changed the email address of your Punctual account. Sign in with the new one from now on. You were signed out everywhere.',
  'letter.passwordSet':
    'An administrator set a temporary password for your Punctual account. Your old one no longer works, and you were signed out everywhere.',
  'letter.passwordChanged':
    'The password of your Punctual account was changed. All other sessions were signed out.',
  'letter.factorAdded': 'A second factor was added to your Punctual account.',
  'letter.factorRemoved': 'A second factor was removed from your Punctual account.',
  'letter.deactivated': 'An administrator deactivated your Punctual account. You were signed out everywhere.',
  'letter.reactivated': 'An administrator reactivated your Punctual account.',
  'letter.madeAdmin':
    'An administrator made you an administrator of Punctual. You were signed out everywhere. Sign in again as before.',
  'letter.madeEmployee':
    'An administrator made your Punctual account an employee account. You were signed out everywhere. Sign in again as before.',
  'letter.approved': 'An administrator approved your Punctual account. You can now sign in.',
  'letter.refused': 'An administrator declined your Punctual account. You cannot sign in with it.',
  'letter.changedSubject': 'Your Punctual account was changed',
  'letter.changedUnexpected': 'If you did not expect this, ask an administrator at your workplace.',
  'letter.badgeChanged': 'A badge or card by which you clock in at a kiosk was added or removed.',
  'letter.pinChanged':
    'Your PIN for kiosks was set anew. Choose your own at a kiosk or in Sign-in & security.',
} as const;
