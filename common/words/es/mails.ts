/** Texts of mails, in Spanish. */
import type { Mails } from '../catalogues.ts'
import { accountMails } from './mails-account.ts'
import { holderMails } from './mails-holders.ts'
import { purchaseMails } from './mails-purchases.ts'
import { transferMails } from './mails-transfers.ts'

export const mails: Mails<'es'> = {
  greeting: 'Hola:',

  ...accountMails,
  ...purchaseMails,
  ...holderMails,
  ...transferMails,

  invitation: {
    subject: 'Tiene una invitación',
    preheader: {
      count: 'days',
      one: 'La invitación es válida durante {days} día.',
      other: 'La invitación es válida durante {days} días.',
    },
    manager: 'Se le invita a gestionar un organizador de festivales.',
    accountant: 'Se le invita a llevar la contabilidad de un organizador de festivales.',
    sales: 'Se le invita a ver las ventas y los asistentes de un organizador de festivales.',
    editor: 'Se le invita a editar los textos y los carteles de un organizador de festivales.',
    gateStaff: 'Se le invita a trabajar en el acceso de un festival.',
    admin: 'Se le invita a administrar el servicio.',
    permission: 'Se le invita a recibir el permiso {permission}.',
    accept: 'Aceptar la invitación',
    inApp: 'Para aceptarla en su aplicación, introduzca en ella este código:',
    api: {
      count: 'days',
      one: 'Vale una sola vez, durante {days} día. Las aplicaciones lo envían como JSON (token) por POST a',
      other:
        'Vale una sola vez, durante {days} días. Las aplicaciones lo envían como JSON (token) por POST a',
    },
    reason: 'Si no lo esperaba, ignore este correo: no ocurre nada hasta que acepte.',
  },

  webhookDisabled: {
    subject: 'Un webhook está desactivado',
    preheader: 'No recibirá más eventos hasta que se active.',
    disabled: 'Su webhook en {host} está desactivado y no recibe más eventos.',
    gone: 'Ha respondido 410: ya no existe.',
    failing: 'Ninguna petición ha tenido éxito en tres días.',
    id: 'Su identificador es',
    meanwhile:
      'Lo que ocurra mientras tanto se conserva 30 días. Cuando el receptor vuelva a funcionar, active el webhook y reenvíe lo que falló y lo que se perdió.',
    seeWebhook: 'Ver el webhook',
    reason: 'Recibe este correo porque creó el webhook.',
  },

  message: {
    subject: ['{subject}', 'Un mensaje sobre un festival'],
    preheader: ['{organizer} le escribe sobre {festival}.', 'Un mensaje sobre un festival'],
    test: 'Esto es una prueba. Se ha enviado solo a usted.',
    from: [
      '{organizer} le escribe sobre {festival}:',
      'Un organizador le escribe sobre un festival:',
    ],
    unsubscribe: 'No recibir más mensajes de organizadores',
    reason: 'Recibe este correo porque tiene una entrada o un alojamiento para este festival.',
  },

  /** Texts of several mails. */
  facts: {
    festival: 'Festival',
    when: 'Cuándo',
    span: 'Del {start} al {end}',
    where: 'Dónde',
    seller: 'Vendedor',
    seeFestival: 'Ver el festival',
    seeTickets: 'Ver sus entradas',
    unproven: 'Sus entradas están también en su cuenta, cuyo correo aún no está confirmado.',
    confirm: 'Confirme su correo electrónico',
    guest:
      'Sus entradas se abren en cualquier dispositivo con seis cifras que le enviamos por correo.',
    ticket: 'Entrada',
    stay: 'Alojamiento',
    plan: 'Membresía',
    since: 'Desde',
    until: 'Hasta',
    quantity: 'Cantidad',
    attached:
      'Cada entrada va adjunta, para imprimirla o mostrarla en el teléfono. Da acceso una sola vez: no la comparta.',
    paid: 'Pagado',
    purchase: 'Número de compra',
    chooseMails: 'Elegir qué correos recibe',
  },
}
