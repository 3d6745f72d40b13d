/** How large a drill is: all of it stands here. */
export type Size = {
  /** who stand in the queue */
  people: number
  tickets: number
  /** how many ask at the same moment, on connections of their own */
  atOnce: number
  /** after how many milliseconds one who waits asks again */
  asksEvery: number
  /** how long the processor is slow, how slow it is, and how long it is gone, ms */
  slowFor: number
  slowBy: number
  goneFor: number
  /** how many people have two tickets that change their owner */
  transfers: number
  /** how many wait for a ticket once all are sold, and how many tickets become free for them */
  waiting: number
  returns: number
  refunds: number
  /** open streams that are told of another date */
  streams: number
  /** how many of the tickets come to the gates */
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
