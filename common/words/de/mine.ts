/** Texts of a fan's own timetable, in German. */
import type { Catalogue } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const mine: Catalogue['mine'] = {
  title: 'Mein Zeitplan',
  now: (gig: string, until: string) => `Jetzt: ${gig}, bis ${until}.`,
  next: (gig: string, when: string) => `Danach: ${gig}, ${when}.`,
  nextIn: (time: string, wait: string) => `${time}, in ${wait}`,
  // On a festival's page.
  heart: (name: string) => `${name} möchte ich sehen`,
  open: (chosen: number) => (chosen === 0 ? 'Mein Zeitplan' : `Mein Zeitplan (${count(chosen)})`),
  kept: 'In diesem Browser gespeichert. Melden Sie sich an, um ihn überall zu haben.',
  notKept: 'Dieser Browser speichert nichts. Melden Sie sich an, um Auftritte zu wählen.',
  full: 'Mehr passt nicht in einen Zeitplan. Nehmen Sie zuerst etwas heraus.',
  failed: 'Das hat nicht geklappt. Prüfen Sie die Verbindung und versuchen Sie es erneut.',

  // The page.
  shared: 'Eine Auswahl von Auftritten',
  sharedLead: 'Hier wird geteilt, was jemand sehen möchte.',
  own: 'Eigenen Zeitplan erstellen',
  nextTitle: 'Für Sie',
  calendar: 'Zum Kalender hinzufügen',
  subscribe: 'Im Kalender abonnieren',
  subscribeHint: 'und jede Änderung von selbst erhalten.',
  share: 'Teilen',
  shareHint:
    'Ein Link zu diesen Auftritten, für alle, die ihn haben. Sonst zeigt er nichts von Ihnen.',
  copied: 'Der Link ist kopiert.',
  more: 'Auftritte hinzufügen',
  empty: 'Noch nichts gewählt',
  emptyHow:
    'Tippen Sie im Zeitplan des Festivals auf das Herz neben einem Auftritt. Ihre Auswahl steht dann hier, nach Tagen, mit Überschneidungen und Wegen.',
  emptyShared: 'Diese Auftritte stehen nicht mehr im Programm.',
  toTimetable: 'Zum Zeitplan',
  needsScript: 'Die Auswahl braucht JavaScript, das in diesem Browser ausgeschaltet ist.',
  inBrowser: 'Dieser Zeitplan ist nur in diesem Browser gespeichert.',
  signIn: 'Melden Sie sich an,',
  toKeep: 'um ihn auf allen Geräten zu haben.',
  notMerged:
    'Ein Teil der Auswahl ist noch nicht in Ihrem Konto. Er bleibt gespeichert und wird bei Ihrem nächsten Besuch übertragen.',
  festivalCancelled: 'Dieses Festival findet nicht statt.',

  // A gig.
  someGig: 'Ein gewählter Auftritt',
  tba: 'Wird bekannt gegeben',
  open_time: 'Zeit wird noch bekannt gegeben',
  gone: 'Nicht mehr im Programm',
  take: (name: string) => `${name} entfernen`,
  takeShort: 'Entfernen',
  cancelled: 'Abgesagt',
  movedFrom: (before: string | null, now: string | null) =>
    `Verlegt: bisher ${before ?? 'offen'}, jetzt ${now ?? 'offen'}`,
  seen: 'Verstanden',
  seenOf: (name: string) => `Verstanden: ${name} wurde verlegt`,
  clash: ([one, other]: [string, string], from: string, until: string) =>
    `${one} und ${other} überschneiden sich von ${from} bis ${until}.`,
  keepOne: (name: string) => `Nur ${name}`,
  both: 'Beide behalten',
  walk: (minutes: number, stage: string) => `Etwa ${minutes} Min. zu Fuß bis ${stage}`,
  tight: (minutes: number) =>
    minutes < 1 ? 'keine Zeit dazwischen' : `nur ${minutes} Min. dazwischen`,
}
