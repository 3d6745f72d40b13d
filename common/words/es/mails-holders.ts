/** Texts of mails to holders of tickets of a festival, and to people who wait for them, in Spanish. */
import type { Texts } from '../catalogues.ts'
import type { holderMails as english } from '../en/mails-holders.ts'

export const holderMails: Texts<typeof english, 'es'> = {
  cancellation: {
    subject: ['{festival} se ha cancelado', 'Se ha cancelado un festival'],
    preheader: 'Su entrada ya no da acceso. Qué pasa con el dinero.',
    cancelled: [
      '{festival} se ha cancelado. Iba a empezar el {start}.',
      'Se ha cancelado un festival para el que tiene entrada.',
    ],
    why: 'El organizador dice: {reason}',
    bought:
      'Se le devuelve todo lo que pagó por el mismo medio de pago. No tiene que pedirlo: otro correo se lo confirmará para cada compra.',
    given: 'Lo que se pagó por una entrada que le cedieron vuelve a quien la compró.',
    admitNoMore: 'Las entradas ya no dan acceso.',
    reason: 'Recibe este correo porque tiene una entrada o un alojamiento para este festival.',
  },

  festivalChanged: {
    subject: ['Cambios en {festival}', 'Hay cambios en un festival'],
    preheader: 'Qué cambia en la fecha, la hora o el lugar.',
    changed: [
      'Ha cambiado la fecha, la hora o el lugar de {festival}.',
      'Ha cambiado la fecha, la hora o el lugar de un festival para el que tiene entrada.',
    ],
    newTime: 'Nuevo horario',
    timeBefore: 'Horario anterior',
    spanBefore: 'Del {startBefore} al {endBefore}',
    newPlace: 'Nuevo lugar',
    placeBefore: 'Lugar anterior',
    placeless: 'El nuevo lugar está por anunciar.',
    moved: 'Ha cambiado la ubicación en el mapa.',
    staysGood: 'Lo que ha comprado sigue siendo válido.',
    refundUntil:
      'Si lo compró antes de que se cambiara la fecha del festival, puede devolverlo por el importe íntegro hasta el {refundUntil}, siempre que no lo haya usado ni cedido.',
    reason: 'Recibe este correo porque tiene una entrada o un alojamiento para este festival.',
  },

  festivalReminder: {
    subject: ['{festival} empieza pronto', 'Un festival empieza pronto'],
    preheader: 'Empieza el {start}.',
    soon: ['{festival} empieza pronto.', 'Un festival para el que tiene entrada empieza pronto.'],
    openBefore:
      'Abra su entrada antes de salir: guardada en el teléfono, se muestra también sin conexión.',
    reason: 'Recibe este correo porque tiene una entrada o un alojamiento para este festival.',
  },

  waitingOffered: {
    subject: ['Es su turno: {festival}', 'Es su turno'],
    preheader: 'Reservado para usted hasta el {expires}.',
    free: [
      'Hay entradas libres de las que espera: {quantity} × {ticket}, {festival}.',
      {
        count: 'quantity',
        one: 'Hay {quantity} entrada libre de las que espera.',
        other: 'Hay entradas libres de las que espera: {quantity}.',
      },
    ],
    heldUntil:
      'Están reservadas para usted hasta el {expires}. Cómprelas antes: después se ofrecen a la siguiente persona de la lista.',
    seeHeld: 'Ver su reserva',
    leave: 'Si ya no las quiere, puede salir ahí de la lista de espera.',
    reason: 'Recibe este correo porque está en la lista de espera.',
  },
}
