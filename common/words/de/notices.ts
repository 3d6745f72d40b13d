/** Words of notifications in German. */
import type { Catalogue } from '../catalogues.ts'
import { pluralsOf } from '../numbers.ts'

const { plural } = pluralsOf('de')

const at = (place: string) => (place ? `, ${place}` : '')

export const notices: Catalogue['notices'] = {
  published: ({ organizer, festival, from, to, place }) => ({
    title: `${organizer} kündigt ${festival} an`,
    message: `${from} bis ${to}${at(place)}.`,
  }),
  announced: ({ artist, festival, times, isNew }) => ({
    title: `${artist} bei ${festival}`,
    message: times
      ? `${isNew ? 'Neu im Programm' : 'Spielt'}: ${times}.`
      : 'Neu im Programm. Die Uhrzeit wird noch bekannt gegeben.',
  }),
  andMore: 'und weitere',
  severalAt: (count, festival) =>
    plural(count, {
      one: `${count} Künstler, dem Sie folgen, spielt bei ${festival}`,
      other: `${count} Künstler, denen Sie folgen, spielen bei ${festival}`,
    }),
  others: (count) => `${count} weitere`,
  changed: (festival, parts) => ({
    title: `${festival} hat sich geändert`,
    message: parts.join(' '),
  }),
  newTime: (from, to) => `Neue Zeit: ${from} bis ${to}.`,
  newPlace: (place) => `Neuer Ort: ${place || 'wird noch bekannt gegeben'}.`,
  placeMoved: 'Der Ort auf der Karte hat sich geändert.',
  cancelled: (festival, reason) => ({
    title: `${festival} ist abgesagt`,
    message: [reason, 'Was Sie dafür bezahlt haben, wird erstattet.'].filter(Boolean).join('\n'),
  }),
  reminder: (festival, when, place) => ({
    title: `${festival} beginnt bald`,
    message: `${when}${at(place)}.`,
  }),

  succeeded: ({ what, sum }) => ({
    title: 'Zahlung eingegangen',
    message: sum ? `${what}: ${sum} bezahlt.` : `${what}: gehört Ihnen, kostenlos.`,
  }),
  failed: ({ what }) => ({
    title: 'Zahlung fehlgeschlagen',
    message: `${what}: nicht bezahlt. Es wurde nichts abgebucht.`,
  }),
  returned: ({ what, sum }) => ({
    title: 'Ihr Ticket wurde gekauft',
    message: `${what}: von der nächsten Person auf der Warteliste gekauft, es gilt nicht mehr. Sie erhalten ${sum || 'nichts'} zurück.`,
  }),
  refunded: ({ what, sum, kept }) => ({
    title: 'Zahlung erstattet',
    message: [
      sum || kept
        ? `${what}: Sie erhalten ${sum || 'nichts'} zurück.`
        : `${what}: zurückgegeben; es hatte nichts gekostet.`,
      kept && `${kept} werden für Punkte einbehalten, die dazugehörten und eingelöst sind.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  disputeOpen: (what) => ({
    title: 'Zahlung angefochten',
    message: `${what}: Der Karteninhaber ficht die Zahlung an. Bis zur Entscheidung gilt das Ticket nicht.`,
  }),
  disputeWon: (what) => ({
    title: 'Anfechtung gewonnen',
    message: `${what}: Die Zahlung bleibt bestehen, und das Ticket gilt wieder.`,
  }),
  disputeLost: (what) => ({
    title: 'Anfechtung verloren',
    message: `${what}: Das Geld ist verloren, und das Ticket gilt nicht mehr.`,
  }),

  transferOffered: (festival) => ({
    title: 'Ein Ticket für Sie',
    message: `Ihnen wird ein Ticket für ${festival} angeboten. Nehmen Sie es an, und es gehört Ihnen.`,
  }),
  transferOfferedByStaff: (festival) => ({
    title: 'Ihr Ticket wird weitergegeben',
    message: `Der Veranstalter hat Ihr Ticket für ${festival} einer anderen Person angeboten. Bis sie es annimmt, gehört es Ihnen, und Sie können das Angebot zurücknehmen.`,
  }),
  transferAccepted: (festival) => ({
    title: 'Ticket weitergegeben',
    message: `Ihr Ticket für ${festival} wurde angenommen. Es gehört jetzt der neuen Person, und Ihr Code gilt nicht mehr.`,
  }),
  transferDeclined: (festival) => ({
    title: 'Ticket nicht angenommen',
    message: `Ihr Ticket für ${festival} wurde abgelehnt. Es gehört weiterhin Ihnen.`,
  }),
  waitingOffered: ({ what, until }) => ({
    title: 'Ihr Platz von der Warteliste ist frei',
    message: `${what}: für Sie reserviert bis ${until}. Kaufen Sie bis dahin.`,
  }),
  rehearsalFor: (festival) => `${festival} (Probe)`,
  queueTurn: (festival) => ({
    title: `Sie sind an der Reihe: ${festival}`,
    message:
      'Sie können jetzt kaufen, solange es Tickets gibt. Nach zehn Minuten kann auch die nächste Person kaufen.',
  }),
  queueMoved: (festival, draw) => ({
    title: `Neuer Termin der Auslosung: ${festival}`,
    message: `Ausgelost wird am ${draw}. Sie behalten Ihre Nummer.`,
  }),
  queueCancelled: (festival) => ({
    title: `Der Warteraum wurde abgesagt: ${festival}`,
    message:
      'Die Tickets werden ohne Warteraum verkauft, alle Nummern sind ungültig. Was Sie gekauft haben, behalten Sie.',
  }),

  badgeUnlocked: (badge, description) => ({
    title: `Abzeichen freigeschaltet: ${badge}`,
    message: description ?? `Das Abzeichen ${badge} gehört Ihnen.`,
  }),
  levelReached: (level, benefits) => ({
    title: `Stufe ${level} erreicht`,
    message: benefits
      ? `Neu für Sie: ${benefits}.`
      : `Ihre Punkte reichen jetzt für Stufe ${level}.`,
  }),

  announcementRequested: ({ organizer, artist, id }) => ({
    title: `${organizer} möchte ${artist} ankündigen`,
    message:
      `${artist} steht dort in einem Programm. Follower erfahren davon, sobald Sie diesem Veranstalter ` +
      `(ID ${id}) erlauben, ${artist} anzukündigen; lehnen Sie ab, fragt er nicht noch einmal.`,
  }),
  approved: (organizer) => ({
    title: `${organizer} ist freigegeben`,
    message:
      'Seine Festivals dürfen verkaufen, und wartende Ankündigungen werden jetzt an Follower gesendet.',
  }),
  approvalWithdrawn: (organizer) => ({
    title: `${organizer} ist nicht mehr freigegeben`,
    message:
      'Seine Festivals dürfen nicht verkaufen, und seine Ankündigungen warten, bis er wieder freigegeben ist.',
  }),
}
