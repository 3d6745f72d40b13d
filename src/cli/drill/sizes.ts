/** The sizes of a drill: all of them are defined here. */
export type Size = {
  /** people in the queue */
  people: number
  tickets: number
  /** number of simultaneous requests, on connections of their own */
  atOnce: number
  /** interval at which a waiting person asks again, ms */
  asksEvery: number
  /** time for which the processor is slow, its delay, and time for which it is cut off, ms */
  slowFor: number
  slowBy: number
  goneFor: number
  /** number of people who transfer one of their tickets */
  transfers: number
  /** number of people waiting for a ticket once all are sold, and number of tickets that become free for them */
  waiting: number
  returns: number
  refunds: number
  /** open streams that receive the new date */
  streams: number
  /** number of tickets that are used at the gates */
  comers: number
}

export const sizes = {
  small: {
    people: 600,
    tickets: 420,
    atOnce: 24,
    asksEvery: 1_000,
    slowFor: 3_000,
    slowBy: 500,
    goneFor: 2_000,
    transfers: 20,
    waiting: 60,
    returns: 12,
    refunds: 12,
    streams: 40,
    comers: 400,
  },
  default: {
    people: 20_000,
    tickets: 8_000,
    atOnce: 48,
    asksEvery: 2_000,
    slowFor: 30_000,
    slowBy: 1_000,
    goneFor: 10_000,
    transfers: 400,
    waiting: 1_000,
    returns: 150,
    refunds: 150,
    streams: 1_000,
    comers: 7_500,
  },
  glastonbury: {
    people: 2_400_000,
    tickets: 135_000,
    atOnce: 96,
    asksEvery: 30_000,
    slowFor: 60_000,
    slowBy: 1_000,
    goneFor: 10_000,
    transfers: 2_000,
    waiting: 10_000,
    returns: 1_000,
    refunds: 1_000,
    streams: 10_000,
    comers: 20_000,
  },
} satisfies Record<string, Size>

export type SizeName = keyof typeof sizes
