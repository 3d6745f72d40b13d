/** Words of notifications in English. Times, sums and lists are given in the format of the reader's language. */
import { pluralsOf } from '../numbers.ts'

const { plural } = pluralsOf('en')

type Place = string
/** Artists or festivals are named as their organizers name them. */
type Dates = { from: string; to: string; place: Place }

const at = (place: Place) => (place ? `, ${place}` : '')

export const notices = {
  published: ({ organizer, festival, from, to, place }: Dates & Record<Named, string>) => ({
    title: `${organizer} has announced ${festival}`,
    message: `${from} to ${to}${at(place)}.`,
  }),
  announced: ({ artist, festival, times, isNew }: Slots) => ({
    title: `${artist} at ${festival}`,
    message: times
      ? `${isNew ? 'Added to the line-up' : 'Plays'}: ${times}.`
      : 'Added to the line-up. The time is still to be announced.',
  }),
  /** The end of a list of times. */
  andMore: 'and more',
  severalAt: (count: number, festival: string) =>
    plural(count, {
      one: `${count} artist you follow plays at ${festival}`,
      other: `${count} artists you follow play at ${festival}`,
    }),
  /** The last of a list of names. */
  others: (count: number) => `${count} more`,
  changed: (festival: string, parts: string[]) => ({
    title: `${festival} has changed`,
    message: parts.join(' '),
  }),
  newTime: (from: string, to: string) => `New time: ${from} to ${to}.`,
  newPlace: (place: Place) => `New place: ${place || 'still to be announced'}.`,
  placeMoved: 'The place on the map has moved.',
  cancelled: (festival: string, reason: string | null) => ({
    title: `${festival} is cancelled`,
    message: [reason, 'What you paid for it is refunded.'].filter(Boolean).join('\n'),
  }),
  reminder: (festival: string, when: string, place: Place) => ({
    title: `${festival} begins soon`,
    message: `${when}${at(place)}.`,
  }),

  succeeded: ({ what, sum }: Payment) => ({
    title: 'Payment received',
    message: sum ? `${what}: ${sum} paid.` : `${what} is yours, free of charge.`,
  }),
  failed: ({ what }: Payment) => ({
    title: 'Payment failed',
    message: `${what} is not paid for. Nothing was charged.`,
  }),
  returned: ({ what, sum }: Payment) => ({
    title: 'Your ticket was bought',
    message: `${what}: the next in line has bought it, and it no longer admits. ${sum || 'Nothing'} comes back to you.`,
  }),
  refunded: ({ what, sum, kept }: Payment) => ({
    title: 'Payment refunded',
    message: [
      sum || kept
        ? `${what}: ${sum || 'nothing'} is on its way back to you.`
        : `${what} is given back; it had cost nothing.`,
      kept && `${kept} is kept back for points that came with it and are spent.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  disputeOpen: (what: string) => ({
    title: 'Payment disputed',
    message: `${what}: The owner of the card disputes the payment. Its ticket does not admit until that is decided.`,
  }),
  disputeWon: (what: string) => ({
    title: 'Dispute won',
    message: `${what}: The payment stands, and its ticket admits again.`,
  }),
  disputeLost: (what: string) => ({
    title: 'Dispute lost',
    message: `${what}: The money is gone, and its ticket has ended.`,
  }),

  transferOffered: (festival: string) => ({
    title: 'A ticket for you',
    message: `You are offered a ticket for ${festival}. Accept it, and it is yours.`,
  }),
  transferOfferedByStaff: (festival: string) => ({
    title: 'Your ticket is offered to another person',
    message: `The organizer has offered your ticket for ${festival} to another person. It is yours until they accept it, and you can take the offer back.`,
  }),
  transferAccepted: (festival: string) => ({
    title: 'Ticket handed on',
    message: `Your ticket for ${festival} was accepted. It belongs to its new holder now, and your code no longer admits.`,
  }),
  transferDeclined: (festival: string) => ({
    title: 'Ticket not accepted',
    message: `Your ticket for ${festival} was declined. It is still yours.`,
  }),
  waitingOffered: ({ what, until }: { what: string; until: string }) => ({
    title: 'What you wait for is free',
    message: `${what}: held for you until ${until}. Buy it before then.`,
  }),
  rehearsalFor: (festival: string) => `${festival} (rehearsal)`,
  queueTurn: (festival: string) => ({
    title: `It is your turn: ${festival}`,
    message:
      'You can buy now, while there are tickets left. After ten minutes the next person can buy as well.',
  }),
  queueMoved: (festival: string, draw: string) => ({
    title: `The draw has moved: ${festival}`,
    message: `It is on ${draw}. You keep your number.`,
  }),
  queueCancelled: (festival: string) => ({
    title: `The waiting room is cancelled: ${festival}`,
    message:
      'Its tickets are sold without it, and numbers are void. What you have bought stays yours.',
  }),

  badgeUnlocked: (badge: string, description: string | null) => ({
    title: `Badge unlocked: ${badge}`,
    message: description ?? `The badge ${badge} is yours.`,
  }),
  levelReached: (level: number, benefits: string) => ({
    title: `Level ${level} reached`,
    message: benefits
      ? `New for you: ${benefits}.`
      : `Your points have brought you to level ${level}.`,
  }),

  announcementRequested: ({ organizer, artist, id }: Request) => ({
    title: `${organizer} wants to announce ${artist}`,
    message:
      `It has put ${artist} on a line-up. Followers hear of it once you let this organizer ` +
      `(id ${id}) announce for ${artist}; if you refuse, it does not ask again.`,
  }),
  approved: (organizer: string) => ({
    title: `${organizer} is approved`,
    message: 'Its festivals may sell, and what waited to be announced is sent to followers now.',
  }),
  approvalWithdrawn: (organizer: string) => ({
    title: `${organizer} is no longer approved`,
    message: 'Its festivals may not sell, and its announcements wait until staff approve it again.',
  }),
}

type Named = 'organizer' | 'festival'
/** `times` is empty while they are still to be announced. */
type Slots = { artist: string; festival: string; times: string; isNew: boolean }
/** `sum` is empty if nothing was charged, `kept` if nothing is retained. */
type Payment = Record<'what' | 'sum' | 'kept', string>
/** `id` is the organizer's. */
type Request = Record<'organizer' | 'artist' | 'id', string>
