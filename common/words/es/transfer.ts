/** The words of paying by bank transfer. */
import type { Catalogue } from '../catalogues.ts'
import { count, sum } from '../numbers.ts'

export const transfer: Catalogue['shop']['transfer'] = {
  choose: '¿Cómo quiere pagar?',
  card: 'Tarjeta',
  name: 'Transferencia bancaria',
  hint: (days) =>
    `Recibe la cuenta y un concepto, y hace la transferencia en ${count(days)} días. Sus entradas llegan cuando llegue el dinero.`,
  order: (euros) => `Pedir y transferir ${sum(euros)}`,
  signIn: 'Si inicia sesión con su correo, también puede pagar por transferencia.',
  title: 'Pagar por transferencia',
  lead: 'Transfiera exactamente este importe, en una sola transferencia, con este concepto. Sus entradas llegan por correo, y aquí, cuando llegue el dinero.',
  holder: 'Titular de la cuenta',
  amount: 'Importe',
  reference: 'Concepto',
  until: 'Recibido antes del',
  copy: 'Copiar',
  copyIban: 'Copiar el IBAN',
  copyReference: 'Copiar el concepto',
  copied: 'Copiado.',
  notCopied: 'No se ha podido copiar. Seleccione el texto.',
  qr: 'Código QR para su aplicación bancaria',
  qrHint: 'Escanee el código con su aplicación bancaria: lo rellena todo.',
  change: 'Si cambia de opinión, cancele el pedido. Si no transfiere nada, termina por sí solo.',
  ask: '¿Cancelar este pedido?',
  askText:
    'Lo que está reservado para usted vuelve a la venta. Si ya ha hecho la transferencia, no cancele: tarda hasta dos días en llegar.',
  refused: {
    not_set_up: 'Este pedido no se puede pagar por transferencia. Pague con tarjeta.',
    email_not_confirmed: 'Confirme primero su correo para pagar por transferencia.',
    sales_end_soon:
      'La venta termina pronto y una transferencia llegaría tarde. Pague con tarjeta.',
    other_order_open: 'Otro pedido suyo espera su transferencia. Páguelo o cancélelo primero.',
    too_many_here: 'Muchos pedidos de su conexión esperan transferencias. Pague con tarjeta.',
    too_many_waiting: 'Una gran parte espera ya transferencias. Pague con tarjeta.',
  },
}
