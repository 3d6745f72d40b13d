/** Texts of the page that proves the draw of a waiting room, in German. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted } = pluralsOf('de')

export const proof: Catalogue['proof'] = {
  title: 'Auslosung prüfen',
  lead: 'Ihr Browser liest jetzt alles, was der Dienst von dieser Auslosung veröffentlicht hat, und rechnet es selbst nach.',
  notYet: 'Es gibt noch nichts zu prüfen',
  notYetText: (draw: string) =>
    `Die Einträge werden bei der Auslosung festgehalten und veröffentlicht: ${draw}.`,
  toRoom: 'Zum Warteraum',
  reading: (part: number, parts: number) =>
    `Einträge werden gelesen: ${count(part)} von ${count(parts)} Teilen`,
  checking: 'Es wird gerechnet …',
  progress: 'Wie viel von der Auslosung gelesen und geprüft ist',
  done: (seconds: number, entries: number) =>
    `${counted(entries, { one: 'Eintrag', other: 'Einträge' })} in ${counted(seconds, { one: 'Sekunde', other: 'Sekunden' })} geprüft.`,
  failed:
    'Die Auslosung konnte nicht gelesen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
  broken: 'Ihr Browser konnte es nicht rechnen. Nehmen Sie einen anderen oder den Befehl unten.',

  right: 'Alles stimmt',
  rightText:
    'Niemand wurde versetzt, hinzugefügt oder weggelassen, nachdem die Einträge feststanden.',
  half: 'Alles stimmt, aber der Zufall ist nicht bewiesen',
  wrong: 'Diese Auslosung ist nicht, was versprochen war',
  wrongText:
    'Behalten Sie die Datei unten: Sie zeigt, was nicht stimmt. Fragen Sie den Veranstalter.',
  notDrawn: 'Die Einträge stimmen soweit; die Reihenfolge ist noch nicht ausgelost',

  ok: 'Stimmt',
  bad: 'Stimmt nicht',
  open: 'Nicht bewiesen',
  checks: {
    entries: 'Die Liste hat jeden Eintrag der Auslosung: keinen mehr, keinen weniger.',
    root: 'Es ist die Liste, die feststand, bevor die Reihenfolge bekannt war.',
    randomness: 'Die Zufallszahl ist die der Runde oder die, die vorher hinterlegt war.',
    fixed_before: 'Niemand konnte die Zufallszahl kennen, als die Einträge festgehalten wurden.',
    seed: 'Die Reihenfolge folgt allein aus der Liste und der Zufallszahl.',
    receipt: 'Der Dienst hat unterschrieben, dass Ihre Nummer Ihnen gehört.',
    listed: 'Ihr Eintrag steht in der Liste, mit der Nummer, nach der Sie an der Reihe sind.',
  },
  organizer:
    'Die Zufallszahl war vom Veranstalter vorher hinterlegt: Der Veranstalter konnte sie wählen.',
  missed:
    'Die Runde von drand wurde verpasst oder kam, bevor die Einträge feststanden: Die Reihenfolge kommt aus einer Zahl des Dienstes.',

  order: 'Die Reihenfolge',
  first: 'Die Ersten in der Reihenfolge haben die Nummern',
  own: 'Ihr eigener Eintrag',
  place: (place: number, entries: number) => `Ihr Platz ist ${count(place)} von ${count(entries)}.`,
  late: (place: number) => `Sie kamen nach der Auslosung. Ihr Platz ist ${count(place)}.`,
  ownNone: 'Sie haben keine Nummer in diesem Warteraum.',
  signIn: 'Anmelden und den eigenen Eintrag prüfen',

  figures: 'Was veröffentlicht wurde',
  entries: 'Einträge',
  root: 'Hash über alle Einträge',
  fixed: 'Einträge festgehalten',
  round: 'Runde von drand',
  seed: 'Ausgangszahl der Reihenfolge',
  file: 'Eine Datei zum Behalten',
  fileText:
    'Alles in einer Datei. Wer sie hat, kann die Auslosung später prüfen, ohne den Dienst zu fragen:',
  save: 'Datei speichern',
}
