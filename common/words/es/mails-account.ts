/** Texts of mails about an account and signing in to it, in Spanish. */
import type { Texts } from '../catalogues.ts'
import type { accountMails as english } from '../en/mails-account.ts'

export const accountMails: Texts<typeof english, 'es'> = {
  confirmEmail: {
    subject: 'Confirme su correo electrónico',
    preheader: 'Se ha registrado una cuenta con este correo, o una cuenta ha pasado a usarlo.',
    registered: 'Se ha registrado una cuenta con este correo, o una cuenta ha pasado a usarlo.',
    within: {
      count: 'hours',
      one: 'Si ha sido usted, confirme su correo en un plazo de {hours} hora con la sesión iniciada.',
      other:
        'Si ha sido usted, confirme su correo en un plazo de {hours} horas con la sesión iniciada.',
    },
    confirm: 'Confirme su correo electrónico',
    inApp: 'Para confirmarlo en su aplicación, introduzca en ella este código:',
    api: 'Las aplicaciones lo envían como JSON (token) por POST a',
    reason:
      'Si no ha sido usted, ignore este correo: la cuenta no obtiene ningún derecho en su nombre y puede recuperarla restableciendo la contraseña.',
  },

  emailChanged: {
    subject: 'Se ha cambiado su correo electrónico',
    preheader: 'Si ha sido usted, no tiene que hacer nada.',
    changed: 'La cuenta con este correo usa ahora otro. Si ha sido usted, no tiene que hacer nada.',
    reason:
      'Si no ha sido usted, otra persona ha iniciado sesión en ella: escriba cuanto antes a quien opera el servicio.',
  },

  guestEmailReplaced: {
    subject: 'Se ha cambiado el correo electrónico de una compra',
    preheader: 'Sus entradas ya no se abren con este correo.',
    replaced:
      'Se hizo una compra con este correo electrónico. El vendedor lo ha sustituido por otro, por ejemplo porque estaba mal escrito.',
    opensNoMore:
      'Lo que se compró ya no se abre con este correo, y los mensajes sobre la compra se envían al otro.',
    reason:
      'Si la compra es suya y no ha pedido el cambio, escriba enseguida al vendedor. Si no sabe nada de ninguna compra, ignore este correo.',
  },

  passkeyAdded: {
    subject: 'Se ha añadido una llave de acceso a su cuenta',
    preheader: 'Si ha sido usted, no tiene que hacer nada.',
    added:
      'Se ha añadido una llave de acceso a su cuenta: permite iniciar sesión sin contraseña. Si ha sido usted, no tiene que hacer nada.',
    seePasskeys: 'Ver sus llaves de acceso',
    reason:
      'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta: quite ahí la llave de acceso y escriba cuanto antes a quien opera el servicio.',
  },

  recoveryCodesRenewed: {
    subject: 'Sus códigos de recuperación se han renovado',
    preheader: 'Si ha sido usted, no tiene que hacer nada.',
    renewed:
      'Su cuenta tiene nuevos códigos de recuperación; los anteriores ya no sirven. Si ha sido usted, no tiene que hacer nada.',
    reason:
      'Si no ha sido usted, otra persona tiene su segundo factor: escriba enseguida al operador del servicio.',
  },

  resetPassword: {
    subject: 'Restablezca su contraseña',
    preheader: {
      count: 'minutes',
      one: 'El enlace vale una sola vez, durante {minutes} minuto.',
      other: 'El enlace vale una sola vez, durante {minutes} minutos.',
    },
    requested: 'Se ha pedido una contraseña nueva para la cuenta con este correo.',
    choose: 'Elegir una contraseña nueva',
    inApp: 'Para elegirla en su aplicación, introduzca en ella este código:',
    api: {
      count: 'minutes',
      one: 'Vale una sola vez, durante {minutes} minuto. Las aplicaciones lo envían como JSON (email, token, newPassword) por POST a',
      other:
        'Vale una sola vez, durante {minutes} minutos. Las aplicaciones lo envían como JSON (email, token, newPassword) por POST a',
    },
    reason: 'Si no ha sido usted, ignore este correo: no ha cambiado nada.',
  },

  secondFactorAdded: {
    subject: 'El inicio de sesión pide ahora un código',
    preheader: 'Si ha sido usted, tenga a mano los códigos de recuperación.',
    added:
      'Se ha añadido una aplicación de autenticación a su cuenta: el inicio de sesión pide ahora un código de ella. Se ha cerrado su sesión en todos los demás sitios. Si ha sido usted, tenga a mano los códigos de recuperación.',
    reason:
      'Si no ha sido usted, otra persona conoce su contraseña: escriba enseguida al operador del servicio.',
  },

  secondFactorGuessed: {
    subject: 'Se han introducido códigos incorrectos para su cuenta',
    preheader: 'Su contraseña era correcta; los códigos, no.',
    guessed:
      'Se introdujo su contraseña o un código de su correo y, después, demasiados códigos incorrectos de una aplicación de autenticación. Nadie inició sesión con ellos. Si ha sido usted, espere un poco o use un código de recuperación.',
    choose: 'Elegir una contraseña nueva',
    reason: 'Si no ha sido usted, elija una contraseña nueva: otra persona la conoce.',
  },

  secondFactorRemoved: {
    subject: 'El inicio de sesión ya no pide ningún código',
    preheader: 'Si ha sido usted, no tiene que hacer nada.',
    removed:
      'La aplicación de autenticación y los códigos de recuperación se han quitado de su cuenta. Si ha sido usted, o lo ha pedido a un administrador, no tiene que hacer nada.',
    reason:
      'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta: escriba enseguida al operador del servicio.',
  },

  signInCode: {
    subject: 'Su código de acceso: {code}',
    preheader: {
      count: 'minutes',
      one: 'Vale una sola vez, durante {minutes} minuto.',
      other: 'Vale una sola vez, durante {minutes} minutos.',
    },
    enter: 'Para iniciar sesión, introduzca este código:',
    reason: 'Si no ha sido usted, ignore este correo y no comparta el código con nadie.',
  },
}
