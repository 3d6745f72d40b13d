/** Texts of a fan's own pages, in Spanish. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'

const { counted, plural } = pluralsOf('es')

const ticketsOf = (quantity: number): string =>
  counted(quantity, { one: 'entrada', other: 'entradas' })

export const me: Catalogue['me'] = {
  own: 'Su espacio',
  account: 'Mi cuenta',

  // Actions on a ticket.
  handOn: 'Ceder',
  handOnTitle: (name) => `Ceder: ${name}`,
  handOnText:
    'Avisaremos a esta dirección. La entrada sigue siendo suya hasta que la acepten, durante siete días y como máximo hasta que empiece el festival. Después su código ya no dará acceso; un reembolso seguiría siendo para usted.',
  handOnEmail: 'Correo electrónico del nuevo titular',
  handOnNeedsEmail: 'Indique el correo electrónico del nuevo titular.',
  handOnButton: 'Ofrecer la entrada',
  notThisEmail: 'Es su propio correo, o no es una dirección de correo.',
  offeredTo: (email, until) =>
    `Ofrecida a ${email ?? 'otra persona'} hasta ${until}. Hasta que la acepten, es suya.`,
  takeBack: 'Retirar la oferta',

  giveBack: 'Pasar a la lista de espera',
  giveBackTitle: (name) => `Pasar a la lista de espera: ${name}`,
  giveBackText: (most) =>
    `Su entrada se ofrece a la primera persona que espera una. Hasta que se venda, es suya, da acceso y puede recuperarla. Después deja de valer y usted recibe lo que pagó, o el precio actual si es menor: como máximo ${sum(most)}.`,
  giveBackLeft: (left: number) =>
    `Quedan ${count(left)} de estas entradas a la venta y nadie espera la suya: puede que no se venda nunca.`,
  giveBackButton: 'Ofrecerla',
  returned: (euros) =>
    `Ofrecida a la lista de espera. Cuando se venda, recibirá ${sum(euros)}. Hasta entonces es suya.`,
  keep: 'Conservarla',

  cancel: 'Cancelar con reembolso',
  cancelTitle: (name) => `Cancelar: ${name}`,
  cancelText: (euros, percent) =>
    `Recibirá ${sum(euros)}${percent < 100 ? `, el ${percent} % de lo que pagó` : ''}. La entrada deja de valer de inmediato. Esto no se puede deshacer.`,
  cancelPoints: (points, percent) =>
    `De los ${count(points)} puntos que usó, recupera el ${percent} %.`,
  cancelUntil: (until) => `Puede hacerlo hasta ${until}.`,
  cancelButton: (euros) => `Cancelar la entrada y recibir ${sum(euros)}`,

  manage: 'Enviar a un amigo o devolver',
  manageGuest: 'Con una cuenta también puede cederla a otra persona.',
  notNow: 'Volver',
  gone: 'Algo ha cambiado. Recargue la página.',

  // Tickets that are offered to the fan.
  forYou: 'Ofrecido a usted',
  offers: (sender, name) => `${sender} le ofrece: ${name}`,
  acceptUntil: (until) => `Acéptela hasta ${until}.`,
  accept: 'Aceptar la entrada',
  decline: 'No, gracias',
  declineTitle: '¿Rechazar esta entrada?',
  declineText: (sender) => `Se queda con ${sender}. Esto no se puede deshacer.`,
  declineButton: 'Rechazarla',
  offeredSignIn:
    'Le han ofrecido una entrada. Inicie sesión con el correo al que le escribimos: le espera aquí.',
  offeredProve: 'Para ver las entradas que le ofrecen, confirme su correo.',
  mailConfirmation: 'Enviarme un enlace',
  confirmationSent: 'El correo está en camino. Abra su enlace en este dispositivo.',

  // Waiting for sold-out items.
  waiting: 'Lista de espera',
  held: (quantity, name) =>
    `${ticketsOf(quantity)} ${plural(quantity, { one: 'reservada', other: 'reservadas' })} para usted: ${name}`,
  heldUntil: (until) => `Compre hasta ${until}. Después es el turno de la siguiente persona.`,
  buyHeld: 'Comprar ahora',
  dropHeld: 'No me interesa',
  dropTitle: '¿Renunciar a lo reservado?',
  dropText: 'Se ofrece a la siguiente persona de la lista. Esto no se puede deshacer.',
  dropButton: 'Renunciar',
  inLine: (quantity, name) => `Espera ${ticketsOf(quantity)}: ${name}`,
  position: (position) =>
    position === 1 ? 'Es su turno en cuanto haya algo libre.' : `Su puesto: ${count(position)}.`,
  weMail: 'Le escribiremos cuando sea su turno.',
  leave: 'Salir de la lista',
  join: 'Unirse a la lista de espera',
  joinTitle: (name) => `Lista de espera: ${name}`,
  joinText:
    'Lo que queda libre se ofrece a la primera persona de la lista y se reserva un tiempo. Cuando sea su turno, le escribiremos hasta cuándo. No cuesta nada y puede salir en cualquier momento.',
  quantity: 'Número de entradas',
  joinButton: 'Unirse',
  badQuantity: (most) => `Indique un número del 1 al ${count(most)}.`,
  soldOutAccount: 'Inicie sesión para unirse a la lista de espera',

  // Following and sharing.
  follow: (name) => `Seguir a ${name}`,
  following: (name) => `Sigue a ${name}`,
  share: 'Compartir',
  copied: 'Enlace copiado.',
  notCopied: 'No se pudo copiar el enlace.',
  festivalsOf: (name) => `Festivales de ${name}.`,
  upcoming: 'Próximamente',
  nothingAhead: 'No hay nada anunciado por el momento.',
  past: 'Festivales pasados',
  moreLater: (more) => `y ${count(more)} más adelante`,

  // The account.
  needsScript: 'Para cambiar algo aquí hay que activar JavaScript en el navegador.',
  guestTitle: 'Compra sin cuenta',
  guestText:
    'Con una cuenta tiene sus compras en todos sus dispositivos; reúne puntos e insignias, sigue a artistas, cede entradas y usa las listas de espera. Bastan seis cifras por correo: no hace falta contraseña.',
  makeAccount: 'Crear una cuenta',
  notices: 'Novedades para usted',
  noNotices: 'Aún nada. Siga a artistas y organizadores, y lo sabrá aquí.',
  unread: (unread) => (unread === 0 ? 'Todo leído' : `${count(unread)} sin leer`),
  isUnread: 'Sin leer',
  markRead: 'Marcar como leído',
  markAll: 'Marcar todo como leído',
  isLive: 'Las novedades aparecen solas.',
  notLive: 'Sin conexión: las novedades aparecerán cuando vuelva.',
  see: 'Ver',
  follows: 'Sigue a',
  noFollows: 'Aún no sigue a nadie: las páginas de artistas y organizadores tienen un botón.',
  unfollow: (name) => `Dejar de seguir a ${name}`,
  unfollowShort: 'Dejar de seguir',
  types: { artist: 'Artista', organizer: 'Organizador', genre: 'Género' },
  rewards: 'Puntos e insignias',
  points: (points) => counted(points, { one: 'punto', other: 'puntos' }),
  level: (level) => `Nivel ${count(level)}`,
  toNext: (more, level) => `${count(more)} más para el nivel ${count(level)}`,
  topLevel: 'Es el nivel más alto.',
  benefits: 'Sus ventajas',
  badges: 'Insignias',
  unlocked: 'Conseguida',
  progress: (current, target) => `${count(current)} de ${count(target)}`,
  code: 'Código de un reto',
  codeHint: 'Si encuentra una tarjeta con un código en un festival, introdúzcalo o escanéelo aquí.',
  claim: 'Reunir puntos',
  needsCode: 'Introduzca el código.',
  claimed: (points) =>
    points === 0
      ? 'El código cuenta.'
      : `Ha recibido ${counted(points, { one: 'punto', other: 'puntos' })}.`,
  wrongCode: 'No hay ningún reto con este código.',
  challenges: {
    already_claimed: 'Ya ha usado este código.',
    inactive: 'Este reto ha terminado.',
    not_started: 'Este reto aún no ha empezado.',
    ended: 'Este reto ha terminado.',
    used_up: 'Este reto está agotado.',
    too_many_wrong_codes: 'Demasiados códigos incorrectos. Espere diez minutos.',
    needs_account: 'Los puntos necesitan una cuenta. Cree una primero.',
  },
  membership: 'Membresía',
  memberUntil: (name, until) => `${name}, hasta ${until}.`,
  memberEnds: 'Termina por sí sola y no se vuelve a cobrar nada.',
  noMembership: 'No tiene ninguna.',
  orders: 'Pedidos',
  noOrders: 'Aún no ha comprado nada.',
  refundedOf: (euros) => `${sum(euros)} reembolsados`,
  orderPdf: 'Entradas en PDF',
  details: 'Sus datos',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  saveName: 'Guardar el nombre',
  nameSaved: 'Su nombre está guardado.',
  needsNames: 'Indique su nombre.',
  proven: (email) => `${email} está confirmado.`,
  notProven: (email) =>
    `${email} no está confirmado. Hasta entonces no se le pueden ofrecer entradas ni puede unirse a listas de espera.`,
  confirmed: 'Su correo está confirmado.',
  notConfirmed: 'Este enlace ya se usó, es antiguo o es de otra cuenta.',
  data: 'Sus datos guardados',
  exportText: 'Todo lo que se guarda sobre usted, en un archivo.',
  exportButton: 'Descargar sus datos',
  exported: 'El archivo está guardado.',
  exportName: 'mis-datos-de-festivales.json',
  erase: 'Eliminar la cuenta',
  eraseTitle: '¿Eliminar su cuenta?',
  eraseText: [
    'Se eliminan su nombre, correo, seguimientos, novedades, puntos, insignias y membresía, y sale de todas las listas de espera. Lo que compró queda en los libros sin su nombre; las facturas y sus rectificativas quedan como se emitieron, durante diez años.',
    'Ya no podrá abrir sus entradas aquí y no se reembolsa nada: descárguelas antes. Esto no se puede deshacer.',
  ],
  eraseField: 'Su correo, para confirmar',
  eraseOther: 'No es el correo de su cuenta.',
  eraseButton: 'Eliminar para siempre',
  lastAdmin: 'Usted es la última persona administradora: nombre antes a otra.',

  /** Confirmations of completed actions, by their name in the address. */
  done: {
    passkey: 'La llave de acceso está añadida: desde ahora puede iniciar sesión con ella.',
    'passkey-removed':
      'La llave de acceso está eliminada. Quizá siga en la lista de su dispositivo, pero ya no sirve para iniciar sesión aquí.',
    offered: 'Su entrada está ofrecida. Hemos avisado a esa persona.',
    takenBack: 'La oferta está retirada: la entrada sigue siendo suya.',
    accepted: 'La entrada es suya. Su código anterior ya no da acceso.',
    declined: 'Ha rechazado la entrada.',
    returned: 'Su entrada se ofrece a la lista de espera.',
    kept: 'La entrada sigue siendo suya.',
    cancelled: 'La entrada está cancelada. El dinero vuelve por donde pagó.',
    left: 'Ya no está en la lista de espera.',
    ended: 'Esto ya ha terminado. Así está ahora.',
    erased: 'Su cuenta está eliminada.',
  },

  /** Refusals, by their codes. */
  refused: {
    transferred: 'Ya ha cedido esta entrada.',
    transfer_open: 'Está ofrecida a otra persona. Retire antes la oferta.',
    transfer_ended: 'Esta oferta ha terminado.',
    too_many_transfers: 'Hoy ha ofrecido muchas entradas. Inténtelo mañana.',
    not_transferable: 'Las entradas de este tipo no se pueden ceder.',
    return_open: 'Está ofrecida a la lista de espera. Retírela antes.',
    begun: 'El festival ha empezado.',
    cancelled: 'El festival está cancelado: se reembolsa lo que pagó.',
    already_validated: 'Esta entrada ya se ha usado.',
    revoked: 'Esta entrada ya no vale.',
    refunded: 'Esta entrada se reembolsó.',
    already_refunded: 'Esta entrada ya se reembolsó.',
    not_succeeded: 'Esta entrada no está pagada.',
    disputed: 'Su banco revisa este pago: espere a que se decida.',
    not_returnable: 'Las entradas de este tipo no se pueden devolver.',
    was_free: 'Era gratis: no hay nada que devolver.',
    not_on_sale: 'Estas entradas ya no se venden.',
    already_returned: 'Ya está ofrecida a la lista de espera.',
    being_bought: 'Otra persona la está comprando. Inténtelo en unos minutos.',
    not_cancelable: 'Esta entrada no se puede cancelar.',
    cancel_period_over: 'El plazo para cancelar ha terminado.',
    offer_used: 'Se está comprando o ya se compró.',
    offer_ended: 'El plazo de esta oferta ha terminado.',
    available: 'Vuelve a haber entradas: puede comprarlas ahora.',
    limit: 'Supera lo que puede tener una persona.',
    queue_first: 'Lo que quede libre es primero para quienes están en la sala de espera.',
    already_waiting: 'Ya espera estas entradas.',
    email_not_proven: 'Confirme antes su correo, en «Mi cuenta».',
    needs_account: 'Esto necesita una cuenta. Inicie sesión primero.',
    too_many_mails: 'Se han enviado suficientes correos. Inténtelo más tarde.',
    too_many: 'Hay demasiados. Inténtelo más tarde.',
    already_confirmed: 'Su correo ya está confirmado. Recargue la página.',
    unauthorized: 'Su sesión ha terminado. Inicie sesión e inténtelo de nuevo.',
  },
}
