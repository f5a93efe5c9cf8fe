import type { letterTexts as English } from '../en/letters.ts';
import { translation } from '../message.ts';

export const letterTexts = translation<typeof English>()({
  'letter.hello': 'Bonjour,',
  'letter.resetSubject': 'Choisissez un nouveau mot de passe pour Punctual',
  'letter.reset':
    'Quelqu’un a demandé un nouveau mot de passe pour votre compte Punctual. Pour en choisir un, ouvrez ce lien :',
  'letter.resetValidity':
    'Il sert une seule fois, pendant {minutes} minutes. Un lien plus récent le remplace. Changer de mot de passe ferme toutes vos sessions.',
  'letter.resetIgnore': 'Si ce n’était pas vous, ne faites rien. Votre mot de passe reste le même.',
  'letter.registeredSubject': 'Vous avez déjà un compte Punctual',
  'letter.registered':
    'Quelqu’un a voulu créer un compte Punctual avec cette adresse e-mail. Elle a déjà un compte : rien n’a changé.',
  'letter.registeredSignIn': 'Si c’était vous, connectez-vous, ou utilisez « Mot de passe oublié ? » :',
  'letter.registeredIgnore': 'Si ce n’était pas vous, ne faites rien.',
  'letter.reminderSubject': 'Départ oublié ?',
  'letter.reminder':
    'Vous avez pointé votre arrivée à {since}, mais pas votre départ. Votre heure de fin est passée.',
  'letter.reminderHowTo':
    'Si vous travaillez encore, ne faites rien. Si vous avez fini, pointez le départ, ou indiquez l’heure à laquelle vous avez fini :',
  'letter.reminderOnce': 'Punctual ne pointe jamais à votre place. Vous recevez ce rappel une seule fois.',
  'letter.testSubject': 'Un e-mail de test de Punctual',
  'letter.test':
    'Cet e-mail a été envoyé depuis les paramètres de Punctual pour vérifier que les e-mails arrivent. C’est le cas.',
  'letter.testReset': 'Une personne qui oublie son mot de passe peut désormais recevoir un lien par e-mail.',
  'letter.addressChanged':
    'Un administrateur a changé l’adresse e-mail de votre compte Punctual. Connectez-vous désormais avec la nouvelle. Toutes vos sessions ont été fermées.',
  'letter.passwordSet':
    'Un administrateur a défini un mot de passe provisoire pour votre compte Punctual. L’ancien n’est plus valable et toutes vos sessions ont été fermées.',
  'letter.passwordChanged':
    'Le mot de passe de votre compte Punctual a été changé. Toutes les autres sessions ont été fermées.',
  'letter.factorAdded': 'Un second facteur a été ajouté à votre compte Punctual.',
  'letter.factorRemoved': 'Un second facteur a été retiré de votre compte Punctual.',
  'letter.deactivated':
    'Un administrateur a désactivé votre compte Punctual. Toutes vos sessions ont été fermées.',
  'letter.reactivated': 'Un administrateur a réactivé votre compte Punctual.',
  'letter.madeAdmin':
    'Un administrateur vous a donné le rôle d’administrateur de Punctual. Toutes vos sessions ont été fermées. Reconnectez-vous comme avant.',
  'letter.madeEmployee':
    'Un administrateur a fait de votre compte Punctual un compte salarié. Toutes vos sessions ont été fermées. Reconnectez-vous comme avant.',
  'letter.approved':
    'Un administrateur a accepté votre compte Punctual. Vous pouvez maintenant vous connecter.',
  'letter.refused': 'Un administrateur a refusé votre compte Punctual. Il ne permet pas de se connecter.',
  'letter.changedSubject': 'Votre compte Punctual a été modifié',
  'letter.changedUnexpected':
    'Si vous ne vous y attendiez pas, parlez-en à un administrateur sur votre lieu de travail.',
  'letter.badgeChanged':
    'Un badge ou une carte avec laquelle vous pointez sur une borne a été ajouté ou retiré.',
  'letter.pinChanged':
    'Votre code PIN pour les bornes a été redéfini. Choisissez le vôtre sur une borne ou dans Connexion et sécurité.',
});
