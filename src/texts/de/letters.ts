import type { letterTexts as English } from '../en/letters.ts';
import { translation } from '../message.ts';

export const letterTexts = translation<typeof English>()({
  'letter.hello': 'Guten Tag!',
  'letter.resetSubject': 'Neues Passwort für Punctual wählen',
  'letter.reset':
    'Jemand hat für Ihr Punctual-Konto ein neues Passwort angefordert. Um eines zu wählen, öffnen Sie diesen Link:',
  'letter.resetValidity':
    'Er gilt einmal, {minutes} Minuten lang. Ein neuerer Link ersetzt ihn. Wenn Sie das Passwort ändern, werden Sie überall abgemeldet.',
  'letter.resetIgnore': 'Wenn Sie das nicht waren, müssen Sie nichts tun. Ihr Passwort bleibt, wie es ist.',
  'letter.registeredSubject': 'Sie haben schon ein Punctual-Konto',
  'letter.registered':
    'Jemand wollte mit dieser E-Mail-Adresse ein Punctual-Konto anlegen. Es gibt schon eines, deshalb hat sich nichts geändert.',
  'letter.registeredSignIn': 'Wenn Sie das waren, melden Sie sich an oder nutzen Sie „Passwort vergessen?“:',
  'letter.registeredIgnore': 'Wenn Sie das nicht waren, müssen Sie nichts tun.',
  'letter.reminderSubject': 'Ausstempeln vergessen?',
  'letter.reminder':
    'Sie haben um {since} eingestempelt und sind noch eingestempelt. Ihre Schicht ist vorbei.',
  'letter.reminderHowTo':
    'Wenn Sie noch arbeiten, müssen Sie nichts tun. Wenn Sie schon gegangen sind, stempeln Sie aus oder geben Sie an, wann Sie gegangen sind:',
  'letter.reminderOnce':
    'Punctual stempelt nie jemanden von selbst aus. Diese Erinnerung bekommen Sie nur einmal.',
  'letter.testSubject': 'Eine Test-E-Mail von Punctual',
  'letter.test':
    'Diese E-Mail wurde aus den Einstellungen von Punctual gesendet, um zu prüfen, ob E-Mails ankommen. Sie kommen an.',
  'letter.testReset': 'Wer sein Passwort vergisst, kann jetzt per E-Mail einen Link bekommen.',
  'letter.addressChanged':
    'Ein Administrator hat die E-Mail-Adresse Ihres Punctual-Kontos geändert. Melden Sie sich ab jetzt mit der neuen an. Sie wurden überall abgemeldet.',
  'letter.passwordSet':
    'Ein Administrator hat für Ihr Punctual-Konto ein vorläufiges Passwort gesetzt. Ihr altes gilt nicht mehr, und Sie wurden überall abgemeldet.',
  'letter.passwordChanged':
    'Das Passwort Ihres Punctual-Kontos wurde geändert. Alle anderen Sitzungen wurden abgemeldet.',
  'letter.factorAdded': 'Zu Ihrem Punctual-Konto wurde ein zweiter Faktor hinzugefügt.',
  'letter.factorRemoved': 'Von Ihrem Punctual-Konto wurde ein zweiter Faktor entfernt.',
  'letter.deactivated':
    'Ein Administrator hat Ihr Punctual-Konto deaktiviert. Sie wurden überall abgemeldet.',
  'letter.reactivated': 'Ein Administrator hat Ihr Punctual-Konto wieder aktiviert.',
  'letter.madeAdmin':
    'Ein Administrator hat Ihnen bei Punctual die Rolle „Administrator“ gegeben. Sie wurden überall abgemeldet. Melden Sie sich wie bisher wieder an.',
  'letter.madeEmployee':
    'Ein Administrator hat aus Ihrem Punctual-Konto ein Konto für Mitarbeitende gemacht. Sie wurden überall abgemeldet. Melden Sie sich wie bisher wieder an.',
  'letter.approved': 'Ein Administrator hat Ihr Punctual-Konto freigegeben. Sie können sich jetzt anmelden.',
  'letter.refused':
    'Ein Administrator hat Ihr Punctual-Konto abgelehnt. Sie können sich damit nicht anmelden.',
  'letter.changedSubject': 'Ihr Punctual-Konto wurde geändert',
  'letter.changedUnexpected':
    'Wenn Sie das nicht erwartet haben, fragen Sie einen Administrator in Ihrem Betrieb.',
  'letter.badgeChanged':
    'Ein Ausweis oder eine Karte, mit der Sie an einem Kiosk stempeln, wurde hinzugefügt oder entfernt.',
  'letter.pinChanged':
    'Ihre PIN für Kioske wurde neu gesetzt. Wählen Sie an einem Kiosk oder unter Anmeldung und Sicherheit eine eigene.',
});
