/** Texts of a sale's waiting room, in German. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted, plural } = pluralsOf('de')

const inTurn = 'Wird der Reihe nach verkauft, per Auslosung'

export const queue: Catalogue['queue'] = {
  // On a festival's page.
  title: 'Warteraum',
  inTurn,
  inTurnText: (opens: string, draw: string) =>
    `Für Tickets mit „${inTurn}“ müssen Sie an der Reihe sein. Betreten Sie den Warteraum zwischen ${opens} und ${draw}: Es kommt nicht darauf an, wer zuerst da ist.`,
  inTurnDrawn: `Für Tickets mit „${inTurn}“ müssen Sie an der Reihe sein. Der Warteraum sagt, wann das ist.`,
  enterRoom: 'Zum Warteraum',

  // Explanation of the procedure.
  how: 'So funktioniert es',
  steps: [
    'Es kommt nicht darauf an, wer zuerst da ist: Alle, die vor der Auslosung eintreten, haben die gleiche Chance.',
    'Die Auslosung bringt alle in eine Reihenfolge, die niemand vorher wählen oder kennen kann und die hinterher jeder prüfen kann.',
    'Wenn Sie an der Reihe sind, können Sie kaufen. Sie können diese Seite jederzeit schließen: Ihre Nummer bleibt.',
  ],
  opens: 'Öffnet',
  draw: 'Auslosung',
  groups: 'Freunde',
  groupsOf: (most: number) => `Bis zu ${count(most)} Personen können sich eine Nummer teilen`,
  left: 'Was noch da ist',
  needsScript: 'Der Warteraum braucht JavaScript, das in diesem Browser ausgeschaltet ist.',
  needsHttps: 'Der Warteraum braucht eine sichere Verbindung: Öffnen Sie diese Seite mit https.',
  festivalOver: 'Der Verkauf ist vorbei.',

  // Progress of the queue.
  announced: 'Noch nicht geöffnet',
  announcedText: (opens: string) => `Sie können ab ${opens} eintreten.`,
  opensIn: (span: string) => `Öffnet in ${span}`,
  open: 'Jetzt eintreten',
  openText: (draw: string) => `Alle, die eingetreten sind, nehmen an der Auslosung teil: ${draw}.`,
  drawIn: (span: string) => `Auslosung in ${span}`,
  entered: (people: number) =>
    plural(people, {
      one: 'Bisher wurde eine Nummer vergeben.',
      other: `Bisher wurden ${count(people)} Nummern vergeben.`,
    }),
  drawing: 'Die Auslosung',
  drawingText: (entries: number, at: string) =>
    `${counted(entries, { one: 'Eintrag steht', other: 'Einträge stehen' })} seit ${at} fest: Keiner kann hinzukommen, wegfallen oder sich ändern. Jetzt kommt eine Zufallszahl, die noch niemand kennen kann.`,
  drawnIn: (span: string) => `Die Zufallszahl kommt in ${span}`,
  drawnSoon: 'Die Zufallszahl kommt jeden Moment.',
  root: 'Was die Einträge festhält (ein Hash über alle):',
  serving: 'Es wird der Reihe nach gekauft',
  servingText:
    'Die Reihenfolge ist ausgelost. Sie können noch eine Nummer nehmen: Sie steht hinter allen ausgelosten.',
  checkDraw: 'Auslosung prüfen',

  // The visitor's own number.
  account: 'Zum Eintreten brauchen Sie ein Konto mit bestätigter E-Mail.',
  signIn: 'Anmelden und eintreten',
  enter: 'Nummer nehmen',
  working: 'Einen Moment: Ihr Browser rechnet kurz. Das bremst Bots.',
  in: 'Sie sind dabei',
  number: (number: number) => `Ihre Nummer: ${count(number)}`,
  inText:
    'Ihre Nummer nimmt an der Auslosung teil. Sie können diese Seite schließen und wiederkommen.',
  drawnText: 'Ihre Nummer nimmt an der Auslosung teil.',
  lateText:
    'Sie kamen nach der Auslosung: Sie stehen hinter allen ausgelosten, in der Reihenfolge der Ankunft.',
  waitText: 'Lassen Sie diese Seite offen oder kommen Sie wieder: Ihr Platz bleibt.',
  confirmFirst: 'Mein Konto: E-Mail bestätigen',
  place: 'Ihr Platz',
  ahead: 'Vor Ihnen',
  people: (people: number) => counted(people, { one: 'Nummer', other: 'Nummern' }),
  perMinute: 'Aufgerufen in der letzten Minute',
  wait: 'Dauert ungefähr',
  about: (span: string) => `etwa ${span}`,
  standsStill: 'Im Moment geht es nicht weiter',
  standsStillText:
    'So viele sind an der Reihe, wie es noch Tickets gibt. Wenn einige nicht kaufen, kommen die Nächsten an die Reihe.',
  progress: 'Wie weit die Reihe ist',
  inLine: 'Sie stehen in der Reihe',
  turn: 'Sie sind an der Reihe',
  turnText:
    'Sie können jetzt kaufen, mit einer Bestellung. Das gilt, solange es Tickets gibt; nach zehn Minuten ist auch die nächste Person an der Reihe.',
  used: 'Sie haben bestellt, als Sie an der Reihe waren',
  usedText:
    'Jeder kann einmal bestellen, und Ihre Bestellung ist offen oder bezahlt. Wenn Sie sie aufgeben, können Sie neu wählen.',
  toOrder: 'Zu meiner Bestellung',
  buy: 'Tickets wählen',
  soundOn: 'Mit einem Ton rufen, wenn ich an der Reihe bin',
  soundOff: 'Sie werden mit einem Ton gerufen',

  // Groups.
  group: 'Mit Freunden gehen',
  groupText: (most: number) =>
    `Bis zu ${count(most)} Personen können sich bis zur Auslosung Ihre Nummer teilen. Sie sind dann mit Ihnen an der Reihe, und alle können kaufen.`,
  invite: 'Link teilen',
  copied: 'Der Link ist kopiert.',
  notCopied: (link: string) => `Kopieren Sie diesen Link: ${link}`,
  shared: (people: number, most: number) =>
    `${count(people)} von ${count(most)} haben diese Nummer.`,
  inGroup: 'Sie teilen sich die Nummer mit Freunden: Sie sind zusammen an der Reihe.',
  invited:
    'Eine Nummer wird mit Ihnen geteilt. Nehmen Sie zuerst eine eigene: Dann können Sie sie gegen die geteilte tauschen.',
  join: 'Die geteilte Nummer nehmen',
  joinTitle: 'Die geteilte Nummer nehmen?',
  joinText: (number: number) =>
    `Sie geben Ihre eigene Nummer ${count(number)} dafür auf. Sie bekommen sie nicht zurück.`,
  joinButton: 'Meine aufgeben und die geteilte nehmen',
  joinBack: 'Meine behalten',
  joined: 'Sie haben jetzt die geteilte Nummer.',

  // Changes.
  moved: (before: string, now: string) =>
    `Die Auslosung wurde von ${before} auf ${now} verlegt. Alle Nummern bleiben, wie sie sind.`,
  gotIt: 'Verstanden',
  changedTitle: 'Was feststand, wurde geändert',
  changed: {
    entries: (before: string, now: string) =>
      `Die Einträge standen vor der Auslosung fest und dürfen sich nie ändern. Diese Seite sah ${before}. Der Dienst zeigt jetzt ${now}.`,
    round: (before: string, now: string) =>
      `Die Zufallszahl, die entscheidet, war als Runde ${before} von drand festgelegt. Der Dienst nennt jetzt ${now}.`,
    seed: () =>
      'Die Reihenfolge dieser Warteschlange war schon ausgelost. Der Dienst zeigt jetzt eine andere.',
    number: (before: string, now: string) =>
      `Ihre Nummer war ${before}. Der Dienst sagt jetzt, sie sei ${now}.`,
  },
  changedAdvice:
    'Vertrauen Sie dieser Auslosung nicht. Machen Sie ein Bild dieser Seite und fragen Sie den Veranstalter.',
  nothing: 'nichts',
  none: 'Es gibt keinen Warteraum',
  noneText: 'Bei diesem Festival wird nichts der Reihe nach verkauft.',
  cancelled: 'Der Warteraum wurde abgesagt',
  cancelledText:
    'Alle Nummern sind ungültig. Die Tickets werden ohne Warteraum verkauft: Sie müssen nicht an der Reihe sein.',
  anew: 'Die Warteschlange, in der Sie eine Nummer hatten, wurde abgesagt. Dies ist eine neue: Nehmen Sie wieder eine Nummer.',

  rehearsal:
    'Dies ist eine Probe: Nur wer das Festival verwaltet, sieht sie, und nichts wird durch sie verkauft.',
  noRehearsal:
    'Für dieses Konto gibt es keine Probe. Sie wird in der Konsole begonnen, von jemandem, der das Festival ändern darf.',

  // Refusals, and a missing answer.
  offline: 'Keine Verbindung. Ihre Nummer bleibt, und diese Seite macht von selbst weiter.',
  silent:
    'Der Dienst antwortet nicht. Ihre Nummer bleibt, und diese Seite versucht es von selbst wieder.',
  refused: {
    queue_not_open: 'Der Warteraum ist noch nicht geöffnet.',
    queue_drawn: 'Die Auslosung hat begonnen: Gruppen bleiben, wie sie sind.',
    group_full: 'Diese Gruppe ist voll oder hat sich einer anderen angeschlossen.',
    has_group: 'Andere teilen Ihre Nummer: Sie würden sie verlieren.',
    email_not_proven: 'Bestätigen Sie zuerst Ihre E-Mail, dann nehmen Sie eine Nummer.',
    too_many_requests:
      'Sehr viele treten aus Ihrem Netz ein. Versuchen Sie es in einer Minute wieder.',
    invalid: 'Das hat nicht geklappt. Laden Sie die Seite neu und versuchen Sie es wieder.',
    not_found: 'Diese Nummer gibt es in diesem Warteraum nicht.',
    unauthorized: 'Sie sind abgemeldet. Melden Sie sich an und versuchen Sie es wieder.',
  },
}
