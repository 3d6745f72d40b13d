/** Words of mails in Spanish: each text of the catalogue by its English words. */

import { messagesEs as messages } from './messages.ts'
import { secondFactorEs as secondFactor } from './second-factor.ts'
import { transfersEs as transfers } from './transfers.ts'
import type { MailWords } from './types.ts'

export const spanish: MailWords = {
  'Hello,': 'Hola:',
  'Confirm your e-mail': 'Confirme su correo electrónico',
  'An account was registered with this e-mail, or changed to it.':
    'Se ha registrado una cuenta con este correo, o una cuenta ha pasado a usarlo.',
  'If it was you, confirm your e-mail while you are signed in, within {hours} hours.':
    'Si ha sido usted, confirme su correo en un plazo de {hours} horas con la sesión iniciada.',
  'To confirm it in the app you use, enter this token there:':
    'Para confirmarlo en su aplicación, introduzca en ella este código:',
  'Apps send it as JSON (token) with POST to':
    'Las aplicaciones lo envían como JSON (token) por POST a',
  'If it was not you, ignore this mail: the account gets no rights in your name, and you can take it over by resetting its password.':
    'Si no ha sido usted, ignore este correo: la cuenta no obtiene ningún derecho en su nombre y puede recuperarla restableciendo la contraseña.',
  'Your e-mail was changed': 'Se ha cambiado su correo electrónico',
  'If it was you, there is nothing to do.': 'Si ha sido usted, no tiene que hacer nada.',
  'The account with this e-mail has another e-mail now. If it was you, there is nothing to do.':
    'La cuenta con este correo usa ahora otro. Si ha sido usted, no tiene que hacer nada.',
  'If it was not you, another person is signed in to it: write to the operator of the service at once.':
    'Si no ha sido usted, otra persona ha iniciado sesión en ella: escriba cuanto antes a quien opera el servicio.',
  'The e-mail of a purchase was changed': 'Se ha cambiado el correo electrónico de una compra',
  'Its tickets no longer open with this e-mail.': 'Sus entradas ya no se abren con este correo.',
  'A purchase was made with this e-mail. The seller has replaced it with another one, for example because it was mistyped.':
    'Se hizo una compra con este correo electrónico. El vendedor lo ha sustituido por otro, por ejemplo porque estaba mal escrito.',
  'What was bought no longer opens with this e-mail, and mails about it go to the other one.':
    'Lo que se compró ya no se abre con este correo, y los mensajes sobre la compra se envían al otro.',
  'If it was your purchase and you did not ask for the change, write to the seller at once. If you know nothing of a purchase, ignore this mail.':
    'Si la compra es suya y no ha pedido el cambio, escriba enseguida al vendedor. Si no sabe nada de ninguna compra, ignore este correo.',
  'A passkey was added to your account': 'Se ha añadido una llave de acceso a su cuenta',
  'A passkey was added to your account: it signs in without a password. If it was you, there is nothing to do.':
    'Se ha añadido una llave de acceso a su cuenta: permite iniciar sesión sin contraseña. Si ha sido usted, no tiene que hacer nada.',
  'Look at your passkeys': 'Ver sus llaves de acceso',
  'If it was not you, another person is signed in to your account: remove the passkey there, and write to the operator of the service at once.':
    'Si no ha sido usted, otra persona ha iniciado sesión en su cuenta: quite ahí la llave de acceso y escriba cuanto antes a quien opera el servicio.',
  'Reset your password': 'Restablezca su contraseña',
  'The link works once, for {minutes} minutes.':
    'El enlace vale una sola vez, durante {minutes} minutos.',
  'A new password was requested for the account with this e-mail.':
    'Se ha pedido una contraseña nueva para la cuenta con este correo.',
  'Choose a new password': 'Elegir una contraseña nueva',
  'To choose it in the app you use, enter this token there:':
    'Para elegirla en su aplicación, introduzca en ella este código:',
  'It works once, for {minutes} minutes. Apps send it as JSON (email, token, newPassword) with POST to':
    'Vale una sola vez, durante {minutes} minutos. Las aplicaciones lo envían como JSON (email, token, newPassword) por POST a',
  'If it was not you, ignore this mail: nothing has changed.':
    'Si no ha sido usted, ignore este correo: no ha cambiado nada.',
  'Your sign-in code: {code}': 'Su código de acceso: {code}',
  'It works once, for {minutes} minutes.': 'Vale una sola vez, durante {minutes} minutos.',
  'To sign in, enter this code:': 'Para iniciar sesión, introduzca este código:',
  'If it was not you, ignore this mail, and tell the code to no other person.':
    'Si no ha sido usted, ignore este correo y no comparta el código con nadie.',
  'You are invited': 'Tiene una invitación',
  'The invitation is good for {days} days.': 'La invitación es válida durante {days} días.',
  'You are invited to manage an organizer of festivals.':
    'Se le invita a gestionar un organizador de festivales.',
  'You are invited to work at the gate of a festival.':
    'Se le invita a trabajar en el acceso de un festival.',
  'You are invited to be an administrator of the service.':
    'Se le invita a administrar el servicio.',
  'You are invited to hold the permission {permission}.':
    'Se le invita a recibir el permiso {permission}.',
  'Accept the invitation': 'Aceptar la invitación',
  'To accept in the app you use, enter this token there:':
    'Para aceptarla en su aplicación, introduzca en ella este código:',
  'It works once, for {days} days. Apps send it as JSON (token) with POST to':
    'Vale una sola vez, durante {days} días. Las aplicaciones lo envían como JSON (token) por POST a',
  'If you did not expect this, ignore this mail: nothing happens until you accept.':
    'Si no lo esperaba, ignore este correo: no ocurre nada hasta que acepte.',
  'A webhook is disabled': 'Un webhook está desactivado',
  'It gets no more events until it is enabled.': 'No recibirá más eventos hasta que se active.',
  'Your webhook at {host} is disabled and gets no more events.':
    'Su webhook en {host} está desactivado y no recibe más eventos.',
  'It has answered 410: it says that it is there no more.': 'Ha respondido 410: ya no existe.',
  'No request to it has succeeded for three days.':
    'Ninguna petición ha tenido éxito en tres días.',
  'Its id is': 'Su identificador es',
  'What happens meanwhile is kept for 30 days. When the receiver works again, enable the webhook, and replay what has failed and what was missed.':
    'Lo que ocurra mientras tanto se conserva 30 días. Cuando el receptor vuelva a funcionar, active el webhook y reenvíe lo que falló y lo que se perdió.',
  'See the webhook': 'Ver el webhook',
  'You get this mail because you made the webhook.': 'Recibe este correo porque creó el webhook.',
  'Confirmation: {festivalNames}': 'Confirmación: {festivalNames}',
  'Confirmation: {planNames}': 'Confirmación: {planNames}',
  'Confirmation of your purchase': 'Confirmación de su compra',
  '{paid} paid. What you bought, and when and where it is.':
    '{paid} pagados. Qué ha comprado, cuándo y dónde.',
  'Thank you. This is the confirmation of your purchase.':
    'Gracias. Esta es la confirmación de su compra.',
  Festival: 'Festival',
  When: 'Cuándo',
  '{start} to {end}': 'Del {start} al {end}',
  Where: 'Dónde',
  Seller: 'Vendedor',
  Ticket: 'Entrada',
  'Place to sleep': 'Alojamiento',
  Membership: 'Membresía',
  From: 'Desde',
  Until: 'Hasta',
  Quantity: 'Cantidad',
  Price: 'Precio',
  'VAT included': 'IVA incluido',
  '{vat} ({vatRate} %)': '{vat} ({vatRate} %)',
  VAT: 'IVA',
  'Total price': 'Precio total',
  Voucher: 'Cupón',
  '{discount} off': '{discount} de descuento',
  'Points used': 'Puntos usados',
  '{points}, worth {pointsWorth}': '{points}, con un valor de {pointsWorth}',
  Paid: 'Pagado',
  Date: 'Fecha',
  Purchase: 'Número de compra',
  'See the festival': 'Ver el festival',
  'Each ticket is attached, to print or to show on a telephone. It admits once, so keep it to yourself.':
    'Cada entrada va adjunta, para imprimirla o mostrarla en el teléfono. Da acceso una sola vez: no la comparta.',
  'Your tickets are also in your account, whose e-mail is not confirmed yet.':
    'Sus entradas están también en su cuenta, cuyo correo aún no está confirmado.',
  'Payments are simulated here: no money was moved.':
    'Los pagos son simulados: no se ha movido dinero.',
  'You get this mail because this was bought with this e-mail address. It is a confirmation, and no invoice.':
    'Recibe este correo porque se compró con esta dirección de correo. Es una confirmación y no una factura.',
  'For you: {festivalNames}': 'Para usted: {festivalNames}',
  'For you: tickets of a festival': 'Para usted: entradas para un festival',
  'It costs you nothing. When and where it is.': 'No le cuesta nada. Cuándo y dónde.',
  'The organizer has given you this. It costs you nothing.':
    'Es un regalo del organizador. No le cuesta nada.',
  'Your tickets open on any device with six digits that we mail you.':
    'Sus entradas se abren en cualquier dispositivo con seis cifras que le enviamos por correo.',
  'You get this mail because an organizer of festivals entered this e-mail.':
    'Recibe este correo porque un organizador de festivales indicó esta dirección.',
  'Refund: {festivalNames}': 'Reembolso: {festivalNames}',
  'Refund: {planNames}': 'Reembolso: {planNames}',
  'Refund of your purchase': 'Reembolso de su compra',
  '{amount} is on its way back to you.': 'Le devolvemos {amount}.',
  'Your purchase is given back.': 'Su compra está devuelta.',
  '{amount} is on its way back to you, the way it was paid. Banks take up to ten days.':
    'Le devolvemos {amount} por el mismo medio de pago. Los bancos tardan hasta diez días.',
  'Your purchase is given back. Nothing was charged for it.':
    'Su compra está devuelta. No se había cobrado nada.',
  'Given back': 'Devuelto',
  'Kept back for points that came with it and are spent':
    'Retenido por puntos que incluía y que ya se han usado',
  'Given back in all': 'Total devuelto',
  'What you had bought has ended with it. A ticket for it no longer admits.':
    'Lo que había comprado deja de valer. La entrada ya no da acceso.',
  'It is a part of what you paid. What you bought stays yours.':
    'Es una parte de lo que pagó. Lo que compró sigue siendo suyo.',
  'You get this mail because this was bought with this e-mail address.':
    'Recibe este correo porque se compró con esta dirección de correo.',
  '{festival} is cancelled': '{festival} se ha cancelado',
  'A festival is cancelled': 'Se ha cancelado un festival',
  'Your ticket no longer admits. What happens to the money.':
    'Su entrada ya no da acceso. Qué pasa con el dinero.',
  '{festival} is cancelled. It would have begun on {start}.':
    '{festival} se ha cancelado. Iba a empezar el {start}.',
  'A festival for which you have a ticket is cancelled.':
    'Se ha cancelado un festival para el que tiene entrada.',
  'Its organizer says: {reason}': 'El organizador dice: {reason}',
  'All that you paid for it is given back, the way it was paid. You need not ask for it: another mail says so for each purchase.':
    'Se le devuelve todo lo que pagó por el mismo medio de pago. No tiene que pedirlo: otro correo se lo confirmará para cada compra.',
  'What was paid for a ticket that was handed on to you goes back to the person who bought it.':
    'Lo que se pagó por una entrada que le cedieron vuelve a quien la compró.',
  'Tickets for it no longer admit.': 'Las entradas ya no dan acceso.',
  'You get this mail because you have a ticket or a place to sleep for it.':
    'Recibe este correo porque tiene una entrada o un alojamiento para este festival.',
  '{festival} has changed': 'Cambios en {festival}',
  'A festival has changed': 'Hay cambios en un festival',
  'What is new about when or where it is.': 'Qué cambia en la fecha, la hora o el lugar.',
  'It has changed when or where {festival} is.':
    'Ha cambiado la fecha, la hora o el lugar de {festival}.',
  'It has changed when or where a festival is for which you have a ticket.':
    'Ha cambiado la fecha, la hora o el lugar de un festival para el que tiene entrada.',
  'New time': 'Nuevo horario',
  'Time before': 'Horario anterior',
  '{startBefore} to {endBefore}': 'Del {startBefore} al {endBefore}',
  'New place': 'Nuevo lugar',
  'Place before': 'Lugar anterior',
  'The new place is still to be announced.': 'El nuevo lugar está por anunciar.',
  'The place on the map has moved.': 'Ha cambiado la ubicación en el mapa.',
  'What you have bought stays good.': 'Lo que ha comprado sigue siendo válido.',
  'If you bought it before the festival was moved, you may give it back in full until {refundUntil}, as long as it is neither used nor handed on.':
    'Si lo compró antes de que se cambiara la fecha del festival, puede devolverlo por el importe íntegro hasta el {refundUntil}, siempre que no lo haya usado ni cedido.',
  'Choose what we mail you': 'Elegir qué correos recibe',
  '{festival} begins soon': '{festival} empieza pronto',
  'A festival begins soon': 'Un festival empieza pronto',
  'It begins on {start}.': 'Empieza el {start}.',
  '{festival} begins soon.': '{festival} empieza pronto.',
  'A festival for which you have a ticket begins soon.':
    'Un festival para el que tiene entrada empieza pronto.',
  'Open your ticket before you leave: kept on the telephone it is shown without a network too.':
    'Abra su entrada antes de salir: guardada en el teléfono, se muestra también sin conexión.',
  'What you wait for is free: {festival}': 'Es su turno: {festival}',
  'What you wait for is free': 'Es su turno',
  'It is held for you until {expires}.': 'Reservado para usted hasta el {expires}.',
  'Tickets that you wait for are free: {quantity} × {ticket}, {festival}.':
    'Hay entradas libres de las que espera: {quantity} × {ticket}, {festival}.',
  'Tickets that you wait for are free: {quantity} of them.':
    'Hay entradas libres de las que espera: {quantity}.',
  'They are held for you until {expires}. Buy them before then, where you buy tickets: afterwards they are offered to the next in line.':
    'Están reservadas para usted hasta el {expires}. Cómprelas antes: después se ofrecen a la siguiente persona de la lista.',
  'See what is held for you': 'Ver su reserva',
  'If you do not want them any more, leave the waiting list there.':
    'Si ya no las quiere, puede salir ahí de la lista de espera.',
  'You get this mail because you are on the waiting list.':
    'Recibe este correo porque está en la lista de espera.',
  ...messages,
  ...transfers,
  ...secondFactor,
}
