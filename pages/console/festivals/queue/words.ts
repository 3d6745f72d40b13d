import type { Queue } from '../../../../client/src/index.ts'

export const marks = {
  announced: ['quiet', 'Not open yet'],
  open: ['live', 'Open'],
  drawing: ['warn', 'Being drawn'],
  serving: ['good', 'Being served'],
} as const

/** The current phase, in a sentence. */
export const sentences = {
  announced: 'No one can take a number yet, and no one can buy its tickets.',
  open: 'People take numbers. No one can buy its tickets before the draw.',
  drawing: 'The entries are fixed. Their order is known in a moment.',
  serving: 'Those in front can buy, as fast as the service sells and while there are tickets left.',
}

type Proof = { tone: 'good' | 'warn' | 'quiet'; word: string; why: string }

/** Describes whether the draw is proven, and why. */
export function proofOf({ draw, source, round, round_at }: Queue): Proof {
  if (draw?.proven == null) {
    return { tone: 'quiet', word: 'Not drawn yet', why: expected[source] }
  }
  if (draw.proven) {
    return source === 'drand'
      ? {
          tone: 'good',
          word: 'Proven',
          why: `The order follows from round ${round} of drand, which no one knew when the entries were fixed.`,
        }
      : {
          tone: 'quiet',
          word: 'As committed',
          why: 'The order follows from the seed whose hash was published before. The page says that you could have chosen it.',
        }
  }
  const isLate = round_at !== null && draw.committed_at >= round_at
  return {
    tone: 'warn',
    word: 'Not proven',
    why: isLate
      ? `The entries were fixed after round ${round} of drand was published.`
      : `Round ${round} of drand could not be fetched within 15 minutes. The order follows from the seed of this service, whose hash was published before.`,
  }
}

const expected = {
  drand: 'The round of drand is fixed already. It is published about a minute after the draw.',
  organizer: 'The hash of its seed is published already.',
}

/** Returns true if the order is overdue: a minute after its round it is mostly known; if not, drand cannot be reached. */
export function isOverdue({ status, round_at, draw_at }: Queue, at: number): boolean {
  const due = Date.parse(round_at ?? draw_at)
  return status !== 'serving' && at > due + 60_000
}
