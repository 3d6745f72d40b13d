/** Texts of a fan's own timetable. */
import { count } from '../numbers.ts'

export const mine = {
  title: 'My timetable',
  now: (gig: string, until: string) => `Now: ${gig}, until ${until}.`,
  next: (gig: string, when: string) => `Next: ${gig}, ${when}.`,
  nextIn: (time: string, wait: string) => `${time}, in ${wait}`,
  // On a festival's page.
  heart: (name: string) => `I want to see ${name}`,
  open: (chosen: number) => (chosen === 0 ? 'My timetable' : `My timetable (${count(chosen)})`),
  kept: 'Kept in this browser. Sign in to have it everywhere.',
  notKept: 'This browser keeps nothing. Sign in to choose gigs.',
  full: 'That is as much as one timetable holds. Take something out first.',
  failed: 'That did not work. Check your connection, and try again.',

  // The page.
  shared: 'A selection of gigs',
  sharedLead: 'Someone shares what they want to see.',
  own: 'Make your own timetable',
  nextTitle: 'For you',
  calendar: 'Add to your calendar',
  subscribe: 'Subscribe in your calendar',
  subscribeHint: 'to have every change there by itself.',
  share: 'Share',
  shareHint: 'A link to these gigs, for everyone who has it. It shows nothing else of you.',
  copied: 'The link is copied.',
  more: 'Add gigs',
  empty: 'Nothing chosen yet',
  emptyHow:
    'Tap the heart beside a gig in the timetable of the festival. What you choose is here, by day, with what clashes and how far it is.',
  emptyShared: 'These gigs are not in the programme any more.',
  toTimetable: 'To the timetable',
  needsScript: 'Choosing gigs needs JavaScript, which is switched off in this browser.',
  inBrowser: 'This timetable is kept in this browser alone.',
  signIn: 'Sign in',
  toKeep: 'to have it on all your devices.',
  notMerged:
    'Some of what this browser keeps is not in your account yet. It is kept, and tried again when you come back.',
  festivalCancelled: 'This festival does not take place.',

  // A gig.
  someGig: 'A gig that you chose',
  tba: 'To be announced',
  open_time: 'Time to be announced',
  gone: 'Not in the programme any more',
  take: (name: string) => `Remove ${name}`,
  takeShort: 'Remove',
  cancelled: 'Cancelled',
  movedFrom: (before: string | null, now: string | null) =>
    `Moved: was ${before ?? 'to be announced'}, now ${now ?? 'to be announced'}`,
  seen: 'Got it',
  seenOf: (name: string) => `Got it: ${name} was moved`,
  clash: ([one, other]: [string, string], from: string, until: string) =>
    `${one} and ${other} clash from ${from} to ${until}.`,
  keepOne: (name: string) => `Only ${name}`,
  both: 'Keep both',
  walk: (minutes: number, stage: string) => `About ${minutes} min on foot to ${stage}`,
  tight: (minutes: number) =>
    minutes < 1 ? 'no time between the two' : `only ${minutes} min between the two`,
}
