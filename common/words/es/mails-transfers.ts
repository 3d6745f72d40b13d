/** Texts of mails about tickets that move to another person, in Spanish. */
import type { Texts } from '../catalogues.ts'
import type { transferMails as english } from '../en/mails-transfers.ts'

export const transferMails: Texts<typeof english, 'es'> = {
  transferOffered: {
    subject: [
      '{sender} le envía una entrada para {festival}',
      'Una entrada para usted: {festival}',
      'Una entrada para usted',
    ],
    preheader: 'Hasta que la acepte, es de quien se la ofrece.',
    offered: [
      '{sender} le envía una entrada para {festival}, {days}.',
      'Le ofrecen una entrada para {festival}, {days}.',
      'Le ofrecen una entrada para un festival.',
    ],
    howToAccept:
      'Para aceptarla, inicie sesión con este correo donde compra sus entradas. Si aún no tiene cuenta, se crea con seis cifras que le enviamos por correo.',
    seeTicket: 'Ver la entrada',
    ends: 'La oferta termina el {expires}, o si se retira. Hasta que la acepte, la entrada es de quien se la ofrece.',
    reason: 'Si no lo esperaba, ignore este correo: no ocurre nada hasta que acepte.',
  },

  transferOfferedByStaff: {
    subject: [
      'Su entrada para {festival} se ofrece a otra persona',
      'Su entrada se ofrece a otra persona',
    ],
    preheader: 'Es suya hasta que se acepte.',
    offered: [
      'El organizador de {festival} ha ofrecido su entrada a otra persona.',
      'El organizador de un festival ha ofrecido su entrada a otra persona.',
    ],
    staysYours:
      'Es suya hasta que la acepte. Si no lo ha pedido, retire la oferta en sus entradas o escriba al organizador.',
    reason: 'Recibe este correo porque es su entrada.',
  },

  transferAccepted: {
    subject: ['Su entrada está cedida: {festival}', 'Su entrada está cedida'],
    preheader: 'Su código ya no da acceso.',
    accepted: ['Su entrada para {festival} ha sido aceptada.', 'Su entrada ha sido aceptada.'],
    newHolder:
      'Ahora es de su nuevo titular y su código ya no da acceso. Un reembolso seguiría siendo para usted.',
    reason: 'Recibe este correo porque se ofreció su entrada.',
  },

  transferDeclined: {
    subject: ['Su entrada para {festival} no ha sido aceptada', 'Su entrada no ha sido aceptada'],
    preheader: 'Sigue siendo suya.',
    declined: ['Su entrada para {festival} ha sido rechazada.', 'Su entrada ha sido rechazada.'],
    stillYours: 'Sigue siendo suya y puede ofrecerla de nuevo.',
    reason: 'Recibe este correo porque se ofreció su entrada.',
  },
}
