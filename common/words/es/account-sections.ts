/** Texts of a fan's account other than its news and orders, in Spanish. */
import type { Catalogue } from '../catalogues.ts'

export const passkeys: Catalogue['passkeys'] = {
  title: 'Llaves de acceso',
  text: 'Inicie sesión con la huella, la cara o el código con el que desbloquea su dispositivo. Sin contraseña y sin nada que se pueda adivinar o robar con una página falsa.',
  notHere: 'Este navegador no puede añadir aquí una llave de acceso.',
  name: 'Nombre de este dispositivo',
  usualName: 'Mi dispositivo',
  add: 'Añadir una llave de acceso',
  added: (day) => `Añadida el ${day}.`,
  used: (day) => `Último uso: ${day}.`,
  unused: 'Aún sin usar.',
  remove: (name) => `Quitar la llave de acceso ${name}`,
  removeShort: 'Quitar',
  notMade: 'No se ha añadido ninguna llave de acceso. Puede intentarlo de nuevo.',
  known: 'Este dispositivo ya tiene una llave de acceso de su cuenta.',
}

export const calendar: Catalogue['calendar'] = {
  name: 'Mis festivales',
  title: 'Calendario',
  text: 'Los festivales para los que tiene entradas y los conciertos que quiere ver, en el calendario de su teléfono u ordenador. Se actualiza con cada cambio.',
  on: 'Su calendario tiene una dirección que no se vuelve a mostrar. Si la ha perdido, cree otra: la anterior deja de valer.',
  address: 'Dirección de su calendario',
  once: 'Solo se muestra ahora. Quien la tenga puede leer su calendario.',
  open: 'Abrir en el calendario',
  copy: 'Copiar la dirección',
  make: 'Suscribirse en el calendario',
  anew: 'Crear otra dirección',
  end: 'Eliminar la dirección',
  ended: 'La dirección ya no vale. Quite la suscripción de su programa de calendario.',
}

export const push: Catalogue['push'] = {
  device: 'Notificaciones en este dispositivo',
  deviceText:
    'Lo que lee aquí aparece también en este dispositivo cuando no hay ninguna página abierta.',
  deviceOn: 'Están activadas.',
  deviceOff: 'Están desactivadas.',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  deviceDenied:
    'Este navegador bloquea las notificaciones de este sitio. Para permitirlas, abra los ajustes del sitio junto a la dirección, permita las notificaciones y recargue la página.',
  deviceAsked:
    'Este navegador no ha permitido las notificaciones. Actívelas de nuevo y elija «Permitir».',
  deviceNone:
    'Este navegador no puede mostrar notificaciones de este sitio. En un iPhone o iPad, añada esta página a la pantalla de inicio y ábrala desde ahí.',
  deviceFailed:
    'El navegador no ha podido conectar con su servicio de notificaciones. Inténtelo más tarde.',
  tooManyDevices: 'Ya están activadas en 20 navegadores. Desactívelas antes en uno de ellos.',
}

export const settings: Catalogue['settings'] = {
  title: 'Avisos',
  text: 'Los correos sobre compras, reembolsos y festivales cancelados se envían siempre.',
  ways: { notice: 'Aquí', push: 'En mis dispositivos', mail: 'Por correo' },
  topics: {
    purchases: 'Compras, reembolsos y festivales cancelados',
    festivals: 'Cambios en festivales para los que tengo entrada',
    reminders: 'El día antes de un festival',
    messages: 'Mensajes de los organizadores de festivales para los que tengo entrada',
    transfers: 'Entradas cedidas',
    waiting_list: 'Listas de espera',
    queues: 'Salas de espera de las ventas',
    follows: 'Artistas, organizadores y géneros que sigo',
    rewards: 'Insignias y niveles',
    managing: 'Lo que gestiono',
  },
  saved: 'Guardado.',

  off: 'Menos correos',
  ask: (topic) => `¿Quiere dejar de recibir correos sobre este tema: ${topic}?`,
  askText:
    'Seguirá encontrando las novedades en su cuenta, donde puede volver a activar estos correos.',
  offButton: 'Dejar de recibirlos',
  done: 'Hecho',
  doneText: (topic) => `Ya no le enviaremos correos sobre este tema: ${topic}.`,
  over: 'Este enlace ya no vale',
  overText:
    'Era para otra dirección, o ha vuelto a activar estos correos desde entonces. En su cuenta puede elegir qué correos recibe.',
  account: 'Mi cuenta',
}

export const sessions: Catalogue['sessions'] = {
  title: 'Dónde tiene la sesión iniciada',
  here: 'Este navegador',
  since: (day) => `Sesión iniciada el ${day}.`,
  used: (day) => `Último uso: ${day}.`,
  end: (name) => `Cerrar la sesión de ${name}`,
  endShort: 'Cerrar',
  ended: 'La sesión se ha cerrado.',
}
