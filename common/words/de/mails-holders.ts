/** Texts of mails to holders of tickets of a festival, and to people who wait for them, in German. */
import type { Texts } from '../catalogues.ts'
import type { holderMails as english } from '../en/mails-holders.ts'

export const holderMails: Texts<typeof english, 'de'> = {
  cancellation: {
    subject: ['{festival} ist abgesagt', 'Ein Festival ist abgesagt'],
    preheader: 'Ihr Ticket gilt nicht mehr. Was mit dem Geld geschieht.',
    cancelled: [
      '{festival} ist abgesagt. Beginn wäre gewesen: {start}.',
      'Ein Festival, für das Sie ein Ticket haben, ist abgesagt.',
    ],
    why: 'Der Veranstalter schreibt: {reason}',
    bought:
      'Alles, was Sie dafür bezahlt haben, wird auf demselben Weg erstattet. Sie müssen nichts tun: Zu jedem Kauf erhalten Sie eine weitere E-Mail.',
    given:
      'Was für ein Ticket bezahlt wurde, das Ihnen weitergegeben wurde, geht an die Person zurück, die es gekauft hat.',
    admitNoMore: 'Tickets dafür gelten nicht mehr.',
    reason: 'Sie erhalten diese E-Mail, weil Sie dafür ein Ticket oder eine Übernachtung haben.',
  },

  festivalChanged: {
    subject: ['Änderung: {festival}', 'Ein Festival hat sich geändert'],
    preheader: 'Was sich an Zeit oder Ort geändert hat.',
    changed: [
      'Zeit oder Ort haben sich geändert: {festival}.',
      'Zeit oder Ort eines Festivals, für das Sie ein Ticket haben, haben sich geändert.',
    ],
    newTime: 'Neue Zeit',
    timeBefore: 'Bisherige Zeit',
    spanBefore: '{startBefore} bis {endBefore}',
    newPlace: 'Neuer Ort',
    placeBefore: 'Bisheriger Ort',
    placeless: 'Der neue Ort wird noch bekannt gegeben.',
    moved: 'Der Ort auf der Karte hat sich verschoben.',
    staysGood: 'Was Sie gekauft haben, gilt weiterhin.',
    refundUntil:
      'Wenn Sie vor der Verlegung des Festivals gekauft haben, können Sie es bis {refundUntil} vollständig zurückgeben, solange es weder benutzt noch weitergegeben ist.',
    reason: 'Sie erhalten diese E-Mail, weil Sie dafür ein Ticket oder eine Übernachtung haben.',
  },

  festivalReminder: {
    subject: ['{festival} beginnt bald', 'Ein Festival beginnt bald'],
    preheader: 'Beginn: {start}.',
    soon: ['{festival} beginnt bald.', 'Ein Festival, für das Sie ein Ticket haben, beginnt bald.'],
    openBefore:
      'Öffnen Sie Ihr Ticket, bevor Sie losfahren: Auf dem Telefon gespeichert, lässt es sich auch ohne Netz zeigen.',
    reason: 'Sie erhalten diese E-Mail, weil Sie dafür ein Ticket oder eine Übernachtung haben.',
  },

  waitingOffered: {
    subject: ['Sie sind an der Reihe: {festival}', 'Sie sind an der Reihe'],
    preheader: 'Für Sie reserviert bis {expires}.',
    free: [
      'Tickets, auf die Sie warten, sind frei: {quantity} × {ticket}, {festival}.',
      {
        count: 'quantity',
        one: '{quantity} Ticket, auf das Sie warten, ist frei.',
        other: 'Tickets, auf die Sie warten, sind frei: {quantity} Stück.',
      },
    ],
    heldUntil:
      'Sie sind bis {expires} für Sie reserviert. Kaufen Sie sie bis dahin: Danach werden sie den Nächsten auf der Warteliste angeboten.',
    seeHeld: 'Reservierung ansehen',
    leave: 'Wenn Sie sie nicht mehr möchten, verlassen Sie dort die Warteliste.',
    reason: 'Sie erhalten diese E-Mail, weil Sie auf der Warteliste stehen.',
  },
}
