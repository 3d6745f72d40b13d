/** Texts of the page that proves the draw of a waiting room, in Spanish. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted } = pluralsOf('es')

export const proof: Catalogue['proof'] = {
  title: 'Comprobar el sorteo',
  lead: 'Su navegador lee ahora todo lo que el servicio ha publicado de este sorteo, y lo calcula de nuevo por sí mismo.',
  notYet: 'Todavía no hay nada que comprobar',
  notYetText: (draw: string) => `Las inscripciones se fijan y se publican con el sorteo: ${draw}.`,
  toRoom: 'A la sala de espera',
  reading: (part: number, parts: number) =>
    `Leyendo las inscripciones: ${count(part)} de ${count(parts)} partes`,
  checking: 'Calculando…',
  progress: 'Cuánto del sorteo se ha leído y comprobado',
  done: (seconds: number, entries: number) =>
    `${counted(entries, { one: 'inscripción comprobada', other: 'inscripciones comprobadas' })} en ${counted(seconds, { one: 'segundo', other: 'segundos' })}.`,
  failed: 'No se pudo leer el sorteo. Compruebe su conexión y recargue la página.',
  broken: 'Su navegador no pudo calcularlo. Pruebe con otro navegador, o con la orden de abajo.',

  right: 'Todo es correcto',
  rightText: 'Nadie fue movido, añadido ni omitido después de fijar las inscripciones.',
  half: 'Todo es correcto, pero el azar no está probado',
  wrong: 'Este sorteo no es el que se prometió',
  wrongText: 'Guarde el archivo de abajo: muestra lo que está mal. Pregunte al organizador.',
  notDrawn: 'Las inscripciones son correctas; el orden aún no está sorteado',

  ok: 'Correcto',
  bad: 'Incorrecto',
  open: 'Sin probar',
  checks: {
    entries: 'La lista tiene cada inscripción del sorteo: ni una más, ni una menos.',
    root: 'Es la lista que estaba fijada antes de conocerse el orden.',
    randomness: 'El número al azar es el de la ronda, o el que estaba depositado.',
    fixed_before: 'Nadie podía conocer el número al azar cuando se fijaron las inscripciones.',
    seed: 'El orden sale solo de la lista y del número al azar.',
    receipt: 'El servicio ha firmado que su número es suyo.',
    listed: 'Su inscripción está en la lista, con el número por el que llega su turno.',
  },
  organizer:
    'El número al azar estaba depositado por el organizador: el organizador pudo elegirlo.',
  missed:
    'La ronda de drand se perdió, o llegó antes de fijar las inscripciones: el orden sale de un número del servicio.',

  order: 'El orden',
  first: 'Los primeros del orden tienen los números',
  own: 'Su propia inscripción',
  place: (place: number, entries: number) =>
    `Su puesto es el ${count(place)} de ${count(entries)}.`,
  late: (place: number) => `Llegó después del sorteo. Su puesto es el ${count(place)}.`,
  ownNone: 'No tiene número en esta sala de espera.',
  signIn: 'Iniciar sesión para comprobar la propia inscripción',

  figures: 'Lo que se ha publicado',
  entries: 'Inscripciones',
  root: 'Resumen de todas las inscripciones',
  fixed: 'Inscripciones fijadas',
  round: 'Ronda de drand',
  seed: 'Número del que sale el orden',
  file: 'Un archivo para guardar',
  fileText:
    'Todo en un archivo. Quien lo tenga puede comprobar el sorteo más tarde, sin preguntar al servicio:',
  save: 'Guardar el archivo',
}
