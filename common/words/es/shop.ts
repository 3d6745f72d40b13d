/** Texts of the shop, in Spanish. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'
import { billing } from './billing.ts'
import { transfer } from './transfer.ts'

const { counted, plural } = pluralsOf('es')

const declines = {
  insufficient_funds: 'Rechazado: la tarjeta no tiene saldo suficiente. Pruebe con otra.',
  expired_card: 'Rechazado: la tarjeta está caducada. Pruebe con otra.',
  incorrect_cvc: 'Rechazado: el código de seguridad es incorrecto.',
  canceled: 'El pago se canceló.',
}

export const shop: Catalogue['shop'] = {
  // On a festival's page.
  nights: (nights) => counted(nights, { one: 'noche', other: 'noches' }),
  accountOnly: 'Solo con cuenta: podrá iniciar sesión durante la compra.',
  haveCode: 'Tengo un código',
  checkCode: 'Comprobar el código',
  codeGives: (code, offers) =>
    plural(offers, {
      one: `Con ${code} cambia una oferta.`,
      other: `Con ${code} cambian ${count(offers)} ofertas.`,
    }),
  codeGivesNothing: (code) => `${code} no da nada por el momento.`,
  withoutCode: 'Seguir sin el código',
  instead: (before) => `en vez de ${before}`,
  needsScript: 'Para comprar entradas hay que activar JavaScript en el navegador.',

  // Checkout.
  checkout: 'Finalizar la compra',
  holding: 'Reservando sus entradas…',
  heldFor: 'Reservado para usted durante',
  endsSoon: (minutes) =>
    minutes <= 1
      ? 'Sus entradas quedan reservadas menos de un minuto.'
      : `Sus entradas quedan reservadas ${count(minutes)} minutos más.`,
  timeIsUp: 'Se acabó el tiempo',
  timeIsUpWords:
    'Sus entradas estuvieron reservadas diez minutos y vuelven a estar a la venta. No se ha cobrado nada.',
  again: 'Intentar de nuevo',
  back: 'Volver al festival',
  total: 'Total',
  vatOf: (rate) => `IVA del ${count(rate)} % incluido`,
  vatOfSome: (names, vat) => `${names}: ${vat}`,
  feesIncluded: 'Gastos incluidos',
  discount: (code) => `Cupón ${code}`,
  voucherAsk: 'Añadir un cupón',
  voucher: 'Código del cupón',
  apply: 'Aplicar',
  withoutVoucher: 'Quitar',
  withoutVoucherLabel: (code) => `Quitar el cupón ${code}`,
  membership: 'Membresía',
  points: 'Puntos',
  pointsHave: (points, worth) =>
    `Tiene ${counted(points, { one: 'punto', other: 'puntos' })}, con un valor de ${sum(worth)}.`,
  pointsUse: '¿Cuántos quiere usar?',
  pointsAll: 'Todos los posibles',
  pointsUsed: (points) => counted(points, { one: 'punto', other: 'puntos' }),
  pointsMost: (most) => `Indique un número entero de puntos, como máximo ${count(most)}.`,
  pointsGone: 'Ahora tiene menos puntos. Recargue la página para ver cuántos.',
  contact: 'Dónde enviamos sus entradas',
  email: 'Correo electrónico',
  emailHint: 'Ahí recibirá sus entradas. No hace falta una cuenta.',
  signedInAs: 'Sesión iniciada como',
  haveAccount: '¿Tiene una cuenta?',
  needsAccount: 'Una membresía pertenece a una cuenta: inicie sesión y su cesta le esperará.',
  signIn: 'Iniciar sesión',
  billing,
  payment: 'Pago',
  simulated:
    'Esta es una tienda de prueba: no se cobra nada ni hace falta una tarjeta. Elija qué ocurre.',
  pay: (euros) => (euros === 0 ? 'Obtener las entradas' : `Pagar ${sum(euros)}`),
  transfer,
  outcomes: {
    paid: 'Se paga',
    paidHint: 'La tarjeta funciona',
    declined: 'Se rechaza',
    declinedHint: 'La tarjeta no tiene saldo suficiente',
    asked: 'El banco pregunta antes (3-D Secure)',
    askedHint: 'Y confirma en unos segundos',
    refused: 'El banco pregunta antes y rechaza',
    refusedHint: 'No se supera 3-D Secure',
  },
  paying: 'Pagando…',
  asking: 'Su banco le pide que confirme',
  askingWords: 'Confirme el pago con su banco. Esta página continúa por sí sola.',
  askingSimulated: 'En esta tienda de prueba el banco confirma por sí solo en unos segundos.',
  charging: 'Estamos comprobando su pago',
  chargingWords:
    'Tarda un momento. Puede salir de esta página: le enviaremos las entradas por correo en cuanto estén pagadas.',
  other: 'Pagar de otra manera',
  soldBy: 'Vendido por',
  noWithdrawal: (names) =>
    ` No hay derecho de desistimiento para los servicios previstos en una fecha o un período determinados: ${names}. Las condiciones del vendedor indican qué se puede devolver.`,
  terms: 'Condiciones de venta',
  privacy: 'Privacidad',
  imprint: 'Aviso legal',
  accessibility: 'Accesibilidad',
  giveUp: 'Cancelar este pedido',
  notSoldHere: 'Aún no se vende aquí',
  notSoldHereWords:
    'El organizador aún no ha indicado quién vende estas entradas ni en qué condiciones.',
  cardAway:
    'No se puede cargar el formulario de la tarjeta. Compruebe la conexión y recargue la página.',
  cardWrong: 'Compruebe los datos de su tarjeta.',
  nothing: 'Su cesta está vacía',
  nothingWords: 'Elija entradas en la página de un festival.',
  gone: 'Este pedido ha terminado',
  goneWords: 'No se ha cobrado nada.',

  // Refusals.
  oneOfThem: 'Uno de los artículos',
  soldOut: (name, left) =>
    left > 0 ? `${name}: solo quedan ${count(left)}.` : `${name} se ha agotado mientras elegía.`,
  notOnSale: (name) => `${name} no está a la venta en este momento.`,
  limit: (name) => `${name}: supera lo que puede comprar una persona.`,
  changed: (name) => `El precio de ${name} ha cambiado.`,
  offerEnded: 'Lo que tenía reservado ya no lo está. No se ha cobrado nada.',
  notYourTurn: 'Estas entradas se venden por turnos. No es su turno, o ya ha comprado en él.',
  toRoom: 'A la sala de espera',
  offerUsed: 'Otro pedido suyo compra lo que tenía reservado. No se ha cobrado nada.',
  tooManyHeld:
    'Muchas personas compran ahora desde su conexión. Inténtelo de nuevo en unos minutos.',
  tooManyUnpaid:
    'Se han iniciado aquí demasiados pedidos sin pagarlos. Inténtelo de nuevo en una hora.',
  tooManyHolds: 'Tiene otros pedidos sin terminar. Termine o cancele antes uno de ellos.',
  nothingCharged: 'No se ha cobrado nada.',
  declined: (reason) =>
    new Map(Object.entries(declines)).get(reason ?? '') ??
    'Su pago fue rechazado. Pruebe con otra forma de pago.',
  stillHeld: 'Sus entradas siguen reservadas para usted.',
  noEmail: 'Indique su correo electrónico para recibir sus entradas.',
  badEmail: 'No es una dirección de correo. Debe ser como name@example.org.',
  offline: 'Sin conexión. No se ha perdido nada: inténtelo de nuevo cuando vuelva a tenerla.',
  noAnswerYet:
    'Aún sin respuesta: puede que no haya red. Continúa por sí solo y usted paga una sola vez.',
  wrong: 'Algo ha fallado. Inténtelo de nuevo en un momento.',
  vouchers: {
    voucher_unknown: 'Este cupón no existe.',
    voucher_other_festival: 'Este cupón es de otro festival.',
    voucher_used_up: 'Este cupón está agotado.',
    voucher_not_started: 'Este cupón aún no es válido.',
    voucher_ended: 'Este cupón ya no es válido.',
    voucher_not_applicable: 'Este cupón no se aplica a estas entradas.',
    voucher_limit: 'Ya ha usado este cupón tantas veces como puede una persona.',
    too_many_requests: 'Demasiados intentos. Espere un minuto.',
    opens: 'Parte de esto solo se puede comprar con su cupón.',
  },

  // Tickets.
  tickets: 'Mis entradas',
  thanks: 'Gracias. Aquí están sus entradas.',
  mailed: (email) => `Se las enviamos a ${email}.`,
  orderNumber: 'Pedido',
  noTickets: 'Aún no tiene entradas',
  noTicketsHere:
    'Lo que compre en este dispositivo aparecerá aquí. Si tiene una cuenta, inicie sesión.',
  noTicketsYours: 'Lo que compre y lo que otros le cedan aparecerá aquí.',
  lost: '¿Ha perdido su entrada?',
  lostLead:
    'Escriba el correo electrónico con el que se compró. Le enviaremos un código y sus entradas aparecerán aquí.',
  lostNeedsScript:
    'Para encontrar sus entradas hay que activar JavaScript en el navegador. También están en el correo de su compra.',
  lostShow: 'Mostrar mis entradas',
  lostNothing: 'No se ha comprado ninguna entrada con este correo electrónico. Pruebe con otro.',
  bright: 'En el acceso, suba el brillo de la pantalla.',
  used: (when) => `Usada ${when}`,
  code: 'Código',
  showCode: 'Mostrar el código',
  nthOf: (nth, of) => `${nth} de ${of}`,
  holder: 'Para',
  pdf: 'PDF',
  calendar: 'Calendario',
  calendarOfGigs: 'Horarios para el calendario',
  wallets: { pkpass: 'Añadir a Apple Wallet', google: 'Añadir a Google Wallet' },
  walletsHint:
    'El pase muestra la entrada tal como está ahora. Si la cede, el pase deja de dar acceso.',
  festivalPage: 'Festival',
  qr: 'Código de la entrada para mostrar en el acceso',
  guest: 'Compró sin cuenta: sus entradas están en este dispositivo y en su correo.',
  undeliverable: (email) => `Nuestros correos a ${email} vuelven sin entregar.`,
  undeliverableGuest: 'Corrija abajo su correo y le enviaremos las entradas de nuevo.',
  undeliverableFan:
    'Compruebe que su buzón existe y no está lleno. Sus entradas están aquí de todos modos.',
  noMail: '¿No llegó el correo o la dirección es incorrecta?',
  sendAgain: 'Enviar el correo de nuevo',
  sentAgain: 'El correo está en camino.',
  sentEnough:
    'Ya se ha enviado varias veces. Mire en el correo no deseado o inténtelo en una hora.',
  notMailed: 'Esta tienda no envía correos: sus entradas están aquí.',
  unfinished: 'Tiene un pedido sin pagar.',
  finish: 'Terminarlo',
  find: 'Buscar un festival',

  // Signing in.
  signInTitle: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  signInLead:
    'Le enviamos seis cifras por correo: no hace falta contraseña. Si es su primera vez, con ellas se crea su cuenta.',
  signInGuest: (email) =>
    `Con un código enviado a ${email}, lo que compró con esa dirección pasa a su cuenta.`,
  signInNeedsScript: 'Para iniciar sesión hay que activar JavaScript en el navegador.',
  mailCode: 'Enviarme un código',
  signInAgain:
    'Inicia sesión una vez más, para que ninguna otra persona añada su llave de acceso en este dispositivo.',
  byPasskey: 'Iniciar sesión con una llave de acceso',
  notByPasskey:
    'No se ha usado ninguna llave de acceso. Inténtelo de nuevo o inicie sesión por correo.',
  unknownPasskey: 'Esta llave de acceso no se conoce aquí. Inicie sesión por correo.',
  byPassword: 'Usar una contraseña',
  sixDigits: 'Seis cifras',
  codeSent: (email) => `Hemos enviado seis cifras a ${email}. Valen diez minutos.`,
  newAccount: 'Es su primera vez aquí. ¿Cómo se llama?',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  otherEmail: 'Otro correo electrónico',
  password: 'Contraseña',
  forgot: '¿Ha olvidado la contraseña?',
  resetSent: (email) => `Si hay una cuenta con ${email}, un correo con un enlace está en camino.`,
  needsEmail: 'Indique su correo electrónico.',
  needsNames: 'Indique su nombre.',
  badDigits: 'Indique las seis cifras del correo.',
  wrongDigits: 'Estas cifras son incorrectas o antiguas. Inténtelo de nuevo o pida otras.',
  wrongPassword: 'El correo o la contraseña no son correctos.',
  factorText:
    'Introduzca el código que muestra su aplicación de autenticación, o un código de recuperación.',
  factorCode: 'Código de la aplicación',
  wrongFactor: 'El código es incorrecto o ya se usó.',
  noFactor:
    'Su cuenta necesita un segundo factor. Añádalo primero en la consola y después inicie sesión aquí.',
  signInRefused: {
    too_many_mails:
      'Ya se enviaron varios códigos a este correo. Use el último o inténtelo en una hora.',
    too_many_failures: 'Demasiados intentos. Espere un minuto.',
  },
  resetTitle: 'Elija una contraseña nueva',
  newPassword: 'Contraseña nueva',
  passwordRule: 'Al menos 8 caracteres.',
  setPassword: 'Guardar la contraseña',
  shortPassword: 'Use al menos 8 caracteres.',
  weakPassword:
    'Elija otra contraseña: esta es demasiado corta, demasiado larga o fácil de adivinar.',
  passwordSet: 'Su contraseña está guardada y se ha cerrado la sesión en todas partes.',
  resetRefused: 'Este enlace ya se usó, es antiguo o está incompleto.',
  askAgain: 'Pedir otro enlace',
  console: 'Consola',
}
