import type { letterTexts as English } from '../en/letters.ts';
import { translation } from '../message.ts';

export const letterTexts = translation<typeof English>()({
  'letter.hello': 'Hola:',
  'letter.resetSubject': 'Elige una contraseña nueva para Punctual',
  'letter.reset':
    'Alguien ha pedido una contraseña nueva para tu cuenta de Punctual. Para elegirla, abre este enlace:',
  'letter.resetValidity':
    'Vale una sola vez, durante {minutes} minutos. Un enlace más reciente lo sustituye. Al cambiar la contraseña se cierran todas tus sesiones.',
  'letter.resetIgnore': 'Si no lo has pedido, no hagas nada. Tu contraseña no cambia.',
  'letter.registeredSubject': 'Ya tienes una cuenta de Punctual',
  'letter.registered':
    'Alguien ha intentado crear una cuenta de Punctual con este correo. Ya tiene una, así que no ha cambiado nada.',
  'letter.registeredSignIn': 'Si has sido tú, inicia sesión o usa «¿Has olvidado la contraseña?»:',
  'letter.registeredIgnore': 'Si no has sido tú, no hagas nada.',
  'letter.reminderSubject': '¿Se te ha olvidado fichar la salida?',
  'letter.reminder': 'Fichaste la entrada a las {since} y sigues dentro. Tu turno ha terminado.',
  'letter.reminderHowTo':
    'Si sigues en el trabajo, no hagas nada. Si ya has salido, ficha la salida o di a qué hora saliste:',
  'letter.reminderOnce':
    'Punctual nunca ficha la salida de nadie por su cuenta. Este recordatorio se envía una sola vez.',
  'letter.testSubject': 'Correo de prueba de Punctual',
  'letter.test':
    'Este correo se ha enviado desde los ajustes de Punctual para comprobar que los correos llegan. Llegan.',
  'letter.testReset': 'Quien olvide su contraseña ya puede recibir un enlace por correo.',
  'letter.addressChanged':
    'Un administrador ha cambiado el correo de tu cuenta de Punctual. A partir de ahora, inicia sesión con el nuevo. Se han cerrado todas tus sesiones.',
  'letter.passwordSet':
    'Un administrador ha asignado una contraseña temporal a tu cuenta de Punctual. La anterior ya no vale y se han cerrado todas tus sesiones.',
  'letter.passwordChanged':
    'Se ha cambiado la contraseña de tu cuenta de Punctual. Se han cerrado todas las demás sesiones.',
  'letter.factorAdded': 'Se ha añadido un segundo factor a tu cuenta de Punctual.',
  'letter.factorRemoved': 'Se ha quitado un segundo factor de tu cuenta de Punctual.',
  'letter.deactivated':
    'Un administrador ha desactivado tu cuenta de Punctual. Se han cerrado todas tus sesiones.',
  'letter.reactivated': 'Un administrador ha reactivado tu cuenta de Punctual.',
  'letter.madeAdmin':
    'Un administrador te ha dado el rol de administrador de Punctual. Se han cerrado todas tus sesiones. Inicia sesión como siempre.',
  'letter.madeEmployee':
    'Un administrador ha convertido tu cuenta de Punctual en una cuenta de empleado. Se han cerrado todas tus sesiones. Inicia sesión como siempre.',
  'letter.approved': 'Un administrador ha aprobado tu cuenta de Punctual. Ya puedes iniciar sesión.',
  'letter.refused': 'Un administrador ha rechazado tu cuenta de Punctual. No puedes iniciar sesión con ella.',
  'letter.changedSubject': 'Ha cambiado tu cuenta de Punctual',
  'letter.changedUnexpected': 'Si no lo esperabas, pregunta a un administrador de tu centro de trabajo.',
  'letter.badgeChanged': 'Se ha añadido o retirado una tarjeta con la que fichas en un quiosco.',
  'letter.pinChanged':
    'Tu PIN para quioscos se ha cambiado. Elige uno propio en un quiosco o en Acceso y seguridad.',
});
