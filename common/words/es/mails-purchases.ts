/** Texts of mails about a purchase and its refund, in Spanish. */
import type { Texts } from '../catalogues.ts'
import type { purchaseMails as english } from '../en/mails-purchases.ts'

export const purchaseMails: Texts<typeof english, 'es'> = {
  purchase: {
    subject: [
      'Confirmación: {festivalNames}',
      'Confirmación: {planNames}',
      'Confirmación de su compra',
    ],
    preheader: '{paid} pagados. Qué ha comprado, cuándo y dónde.',
    thanks: 'Gracias. Esta es la confirmación de su compra.',
    price: 'Precio',
    vatIncluded: 'IVA incluido',
    vatRate: '{vat} ({vatRate} %)',
    vat: 'IVA',
    total: 'Precio total',
    voucher: 'Cupón',
    discount: '{discount} de descuento',
    pointsUsed: 'Puntos usados',
    points: '{points}, con un valor de {pointsWorth}',
    date: 'Fecha',
    invoiceAttached: 'Su factura va adjunta en PDF.',
    invoiceFollows: 'Su factura le llegará en otro correo.',
    invoiceListed:
      'Su factura está junto a su pedido, en la página de sus entradas. Solo la adjuntamos a los mensajes enviados a un correo confirmado.',
    simulated: 'Los pagos son simulados: no se ha movido dinero.',
    reason:
      'Recibe este correo porque se compró con esta dirección de correo. Es una confirmación y no una factura.',
  },

  complimentary: {
    subject: ['Para usted: {festivalNames}', 'Para usted: entradas para un festival'],
    preheader: 'No le cuesta nada. Cuándo y dónde.',
    given: 'Es un regalo del organizador. No le cuesta nada.',
    reason: 'Recibe este correo porque un organizador de festivales indicó esta dirección.',
  },

  paymentAwaited: {
    subject: [
      'Transferencia pendiente: {festivalNames}',
      'Transferencia pendiente: {planNames}',
      'Transferencia pendiente de su pedido',
    ],
    preheader: 'Importe por transferir: {amount}, recibido antes del {until}.',
    held: 'Gracias por su pedido. Se lo reservamos hasta el {until}. El dinero debe haber llegado para entonces.',
    tickets: 'Le enviamos las entradas por correo en cuanto llegue el dinero.',
    holder: 'Titular de la cuenta',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Importe',
    reference: 'Concepto',
    payUntil: 'Recibido antes del',
    exact:
      'Transfiera exactamente este importe, en una sola transferencia, e indique el concepto: por él encontramos su pedido.',
    seeOrder: 'Ver el pedido, con un código QR para su banco',
    giveUp:
      'Si cambia de opinión, cancele el pedido en esa página o no transfiera nada: entonces termina por sí solo.',
    reason: 'Recibe este correo porque se hizo un pedido con esta dirección.',
  },

  paymentReminder: {
    subject: [
      'Recordatorio: {festivalNames}, aún sin pagar',
      'Recordatorio: {planNames}, aún sin pagar',
      'Recordatorio: su pedido está aún sin pagar',
    ],
    preheader: 'Importe por transferir: {amount}, recibido antes del {until}.',
    missing:
      'Su transferencia aún no ha llegado. Reservamos su pedido hasta el {until}; después todo vuelve a la venta.',
    sent: 'Si ya ha hecho la transferencia, no tiene que hacer nada: los bancos tardan hasta dos días.',
    reason: 'Recibe este correo porque se hizo un pedido con esta dirección.',
  },

  refund: {
    subject: ['Reembolso: {festivalNames}', 'Reembolso: {planNames}', 'Reembolso de su compra'],
    preheader: ['Le devolvemos {amount}.', 'Su compra está devuelta.'],
    onItsWay:
      'Le devolvemos {amount} por el mismo medio de pago. Los bancos tardan hasta diez días.',
    free: 'Su compra está devuelta. No se había cobrado nada.',
    given: 'Devuelto',
    kept: 'Retenido por puntos que incluía y que ya se han usado',
    total: 'Total devuelto',
    ended: 'Lo que había comprado deja de valer. La entrada ya no da acceso.',
    partial: 'Es una parte de lo que pagó. Lo que compró sigue siendo suyo.',
    creditNoteAttached: 'Su factura rectificativa va adjunta en PDF.',
    creditNoteFollows: 'Su factura rectificativa le llegará en otro correo.',
    creditNoteListed:
      'Su factura rectificativa está junto a su pedido, en la página de sus entradas. Solo la adjuntamos a los mensajes enviados a un correo confirmado.',
    reason: 'Recibe este correo porque se compró con esta dirección de correo.',
  },

  document: {
    subject: ['Factura {invoice}', 'Factura rectificativa {creditNote}', 'Su documento'],
    preheader: 'Se adjunta en PDF.',
    attached: [
      'Adjuntamos su factura {invoice}.',
      'Adjuntamos su factura rectificativa {creditNote}.',
    ],
    data: 'El PDF contiene también los datos para su programa de contabilidad.',
    reason: 'Recibe este correo porque se compró con esta dirección de correo.',
  },
}
