import type { letterTexts as English } from '../en/letters.ts';
import { translation } from '../message.ts';

export const letterTexts = translation<typeof English>()({
  'letter.hello': 'Olá,',
  'letter.resetSubject': 'Escolha uma nova senha para o Punctual',
  'letter.reset':
    'Alguém pediu uma nova senha para a sua conta no Punctual. Para escolher uma, abra este link:',
  'letter.resetValidity':
    'Ele serve uma vez, em até {minutes} minutos. Um link mais novo o substitui. Ao trocar a senha, a conta é desconectada de todos os aparelhos.',
  'letter.resetIgnore': 'Se não foi você, não é preciso fazer nada. Sua senha continua a mesma.',
  'letter.registeredSubject': 'Você já tem uma conta no Punctual',
  'letter.registered':
    'Alguém tentou criar uma conta no Punctual com este e-mail. Ele já tem uma conta, então nada mudou.',
  'letter.registeredSignIn': 'Se foi você, entre, ou use “Esqueceu a senha?”:',
  'letter.registeredIgnore': 'Se não foi você, não é preciso fazer nada.',
  'letter.reminderSubject': 'Você esqueceu de registrar a saída?',
  'letter.reminder': 'Sua entrada foi registrada às {since}, e ainda não há saída. Seu turno acabou.',
  'letter.reminderHowTo':
    'Se ainda está no trabalho, não é preciso fazer nada. Se já saiu, registre a saída, ou informe a que horas saiu:',
  'letter.reminderOnce':
    'O Punctual nunca registra a saída de ninguém por conta própria. Este lembrete chega uma vez só.',
  'letter.testSubject': 'Um e-mail de teste do Punctual',
  'letter.test':
    'Este e-mail foi enviado pelas configurações do Punctual para conferir se os e-mails chegam. Chegam.',
  'letter.testReset': 'Quem esquecer a senha já pode receber um link por e-mail.',
  'letter.addressChanged':
    'Um administrador alterou o e-mail da sua conta no Punctual. De agora em diante, entre com o novo. A conta foi desconectada de todos os aparelhos.',
  'letter.passwordSet':
    'Um administrador definiu uma senha temporária para a sua conta no Punctual. A antiga não vale mais, e a conta foi desconectada de todos os aparelhos.',
  'letter.passwordChanged':
    'A senha da sua conta no Punctual foi alterada. Todas as outras sessões foram encerradas.',
  'letter.factorAdded': 'Um segundo fator foi incluído na sua conta no Punctual.',
  'letter.factorRemoved': 'Um segundo fator foi removido da sua conta no Punctual.',
  'letter.deactivated':
    'Um administrador desativou a sua conta no Punctual. Ela foi desconectada de todos os aparelhos.',
  'letter.reactivated': 'Um administrador reativou a sua conta no Punctual.',
  'letter.madeAdmin':
    'Um administrador deu a você a função de administrador do Punctual. A conta foi desconectada de todos os aparelhos. Entre de novo como antes.',
  'letter.madeEmployee':
    'Um administrador passou a sua conta no Punctual para a função de funcionário. A conta foi desconectada de todos os aparelhos. Entre de novo como antes.',
  'letter.approved': 'Um administrador aprovou a sua conta no Punctual. Você já pode entrar.',
  'letter.refused': 'Um administrador recusou a sua conta no Punctual. Não é possível entrar com ela.',
  'letter.changedSubject': 'Sua conta no Punctual foi alterada',
  'letter.changedUnexpected': 'Se não esperava por isto, fale com um administrador da sua organização.',
  'letter.badgeChanged':
    'Um crachá ou cartão com que você bate ponto em um quiosque foi adicionado ou removido.',
  'letter.pinChanged':
    'Seu PIN para quiosques foi redefinido. Escolha um próprio em um quiosque ou em Acesso e segurança.',
});
