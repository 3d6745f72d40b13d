/** Texts of a sale's waiting room, in Spanish. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted, plural } = pluralsOf('es')

const inTurn = 'Se vende por turnos, por sorteo'

export const queue: Catalogue['queue'] = {
  // On a festival's page.
  title: 'Sala de espera',
  inTurn,
  inTurnText: (opens: string, draw: string) =>
    `Para las entradas con «${inTurn}» necesita un turno. Entre en la sala de espera entre ${opens} y ${draw}: no importa quién llega primero.`,
  inTurnDrawn: `Para las entradas con «${inTurn}» necesita un turno. La sala de espera dice cuándo llega.`,
  enterRoom: 'Entrar en la sala de espera',

  // Explanation of the procedure.
  how: 'Cómo funciona',
  steps: [
    'No importa quién llega primero: todos los que entran antes del sorteo tienen la misma suerte.',
    'El sorteo pone a todos en un orden que nadie puede elegir ni conocer antes, y que cualquiera puede comprobar después.',
    'Cuando sea su turno, podrá comprar. Puede cerrar esta página en cualquier momento: su número se guarda.',
  ],
  opens: 'Se abre',
  draw: 'Sorteo',
  groups: 'Amigos',
  groupsOf: (most: number) => `Hasta ${count(most)} personas pueden compartir un número`,
  left: 'Lo que queda',
  needsScript: 'La sala de espera necesita JavaScript, que está desactivado en este navegador.',
  needsHttps: 'La sala de espera necesita una conexión segura: abra esta página con https.',
  festivalOver: 'La venta ha terminado.',

  // Progress of the queue.
  announced: 'Aún no está abierta',
  announcedText: (opens: string) => `Podrá entrar a partir de: ${opens}.`,
  opensIn: (span: string) => `Se abre en ${span}`,
  open: 'Entre ahora',
  openText: (draw: string) => `Todos los que han entrado participan en el sorteo: ${draw}.`,
  drawIn: (span: string) => `Sorteo en ${span}`,
  entered: (people: number) =>
    plural(people, {
      one: 'Hasta ahora se ha dado un número.',
      other: `Hasta ahora se han dado ${count(people)} números.`,
    }),
  drawing: 'El sorteo',
  drawingText: (entries: number, at: string) =>
    `${counted(entries, { one: 'inscripción está fijada', other: 'inscripciones están fijadas' })} desde ${at}: ninguna se puede añadir, quitar ni cambiar. Ahora llega un número al azar que nadie puede conocer todavía.`,
  drawnIn: (span: string) => `El número al azar llega en ${span}`,
  drawnSoon: 'El número al azar llega en cualquier momento.',
  root: 'Lo que fija las inscripciones (un resumen de todas):',
  serving: 'Se compra por turnos',
  servingText:
    'El orden está sorteado. Todavía puede tomar un número: va detrás de todos los del sorteo.',
  checkDraw: 'Comprobar el sorteo',

  // The visitor's own number.
  account: 'Para entrar necesita una cuenta con un correo confirmado.',
  signIn: 'Iniciar sesión para entrar',
  enter: 'Tomar un número',
  working: 'Un momento: su navegador hace un cálculo breve, que frena a los bots.',
  in: 'Está dentro',
  number: (number: number) => `Su número: ${count(number)}`,
  inText: 'Su número participa en el sorteo. Puede cerrar esta página y volver.',
  drawnText: 'Su número participa en el sorteo.',
  lateText:
    'Llegó después del sorteo: va detrás de todos los que participaron, por orden de llegada.',
  waitText: 'Deje esta página abierta, o vuelva: su puesto se guarda.',
  confirmFirst: 'Mi cuenta: confirmar el correo',
  place: 'Su puesto',
  ahead: 'Delante de usted',
  people: (people: number) => counted(people, { one: 'número', other: 'números' }),
  perMinute: 'Turnos en el último minuto',
  wait: 'Tiempo aproximado',
  about: (span: string) => `unos ${span}`,
  standsStill: 'No avanza en este momento',
  standsStillText:
    'Tienen turno tantas personas como entradas quedan. Cuando algunas no compran, llega el turno de las siguientes.',
  progress: 'Cuánto ha avanzado la fila',
  inLine: 'Está en la fila',
  turn: 'Es su turno',
  turnText:
    'Puede comprar ahora, en un pedido. Su turno vale mientras haya entradas; a los diez minutos también tiene turno la persona siguiente.',
  used: 'Ya ha usado su turno',
  usedText:
    'Cada turno vale para un pedido, y el suyo está abierto o pagado. Si renuncia a él, podrá elegir de nuevo.',
  toOrder: 'A mi pedido',
  buy: 'Elegir entradas',
  soundOn: 'Avisarme con un sonido cuando sea mi turno',
  soundOff: 'Se le avisará con un sonido',

  // Groups.
  group: 'Ir con amigos',
  groupText: (most: number) =>
    `Hasta ${count(most)} personas pueden compartir su número, hasta el sorteo. Su turno es el de usted, y cada una puede comprar.`,
  invite: 'Compartir el enlace',
  copied: 'El enlace está copiado.',
  notCopied: (link: string) => `Copie este enlace: ${link}`,
  shared: (people: number, most: number) =>
    `${count(people)} de ${count(most)} tienen este número.`,
  inGroup: 'Comparte el número con sus amigos: es su turno juntos.',
  invited:
    'Le comparten un número. Tome primero uno propio: después podrá cambiarlo por el compartido.',
  join: 'Tomar el número compartido',
  joinTitle: '¿Tomar el número compartido?',
  joinText: (number: number) =>
    `Renuncia a su propio número, ${count(number)}. No podrá recuperarlo.`,
  joinButton: 'Renunciar al mío y tomar el compartido',
  joinBack: 'Conservar el mío',
  joined: 'Ahora tiene el número compartido.',

  // Changes.
  moved: (before: string, now: string) =>
    `El sorteo se ha cambiado de ${before} a ${now}. Todos los números siguen igual.`,
  gotIt: 'Entendido',
  changedTitle: 'Se ha cambiado lo que estaba fijado',
  changed: {
    entries: (before: string, now: string) =>
      `Las inscripciones estaban fijadas antes del sorteo y no deben cambiar nunca. Esta página vio ${before}. El servicio muestra ahora ${now}.`,
    round: (before: string, now: string) =>
      `El número al azar que decide estaba fijado como la ronda ${before} de drand. El servicio nombra ahora ${now}.`,
    seed: () => 'El orden de esta fila ya estaba sorteado. El servicio muestra ahora otro.',
    number: (before: string, now: string) =>
      `Su número era ${before}. El servicio dice ahora que es ${now}.`,
  },
  changedAdvice:
    'No se fíe de este sorteo. Haga una captura de esta página y pregunte al organizador.',
  nothing: 'nada',
  none: 'No hay sala de espera',
  noneText: 'Nada de este festival se vende por turnos.',
  cancelled: 'La sala de espera se ha cancelado',
  cancelledText:
    'Ningún número vale ya. Las entradas se venden sin sala de espera: no necesita turno para comprar.',
  anew: 'La fila en la que tenía un número se ha cancelado. Esta es nueva: tome otra vez un número.',

  rehearsal:
    'Esto es un ensayo: solo lo ven quienes gestionan el festival, y con él no se vende nada.',
  noRehearsal:
    'No hay ningún ensayo para esta cuenta. Se empieza en la consola, por quien puede cambiar el festival.',

  // Refusals, and a missing answer.
  offline: 'Sin conexión. Su número se guarda, y esta página sigue por sí sola.',
  silent:
    'El servicio no responde. Su número se guarda, y esta página lo intenta de nuevo por sí sola.',
  refused: {
    queue_not_open: 'La sala de espera aún no está abierta.',
    queue_drawn: 'El sorteo ha empezado: los grupos quedan como están.',
    group_full: 'Este grupo está completo, o se ha unido a otro.',
    has_group: 'Otros comparten su número: lo perderían.',
    email_not_proven: 'Confirme primero su correo y después tome un número.',
    too_many_requests: 'Muchas personas entran desde su red. Inténtelo de nuevo en un minuto.',
    invalid: 'No ha funcionado. Recargue la página e inténtelo de nuevo.',
    not_found: 'Ese número no existe en esta sala de espera.',
    unauthorized: 'La sesión está cerrada. Iníciela e inténtelo de nuevo.',
  },
}
