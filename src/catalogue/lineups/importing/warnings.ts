/** Parts of a file that are imported as they are, and should be looked at. */

import type { Encoding } from '#platform/files/encoding'
import { localTime, utc } from '#platform/zones/local-time'
import type { LineupFile } from '../reading/file.ts'
import type { Reading, Target } from './read.ts'

const day = 86_400_000
/** The most gigs that are named. */
const most = 5
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Returns a sentence for an encoding that was guessed, and one for gigs on days that the festival does not have. */
export function warningsOf(
  { lineup }: Pick<Reading, 'lineup'>,
  { encoding, positions, table }: LineupFile,
  { days: { first, last }, zone = utc }: Pick<Target, 'days' | 'zone'>,
): string[] {
  // A night lasts into the day after the last one.
  const outside = (lineup.gigs ?? []).flatMap(({ start_time, row }) => {
    const at = start_time && localTime(start_time, zone).getTime()
    const isWithin = at === null || (at >= first && at < last + 1.5 * day)
    return isWithin ? [] : [`${positions[row] ?? `gigs[${row}]`}: ${iso(at)}`]
  })
  const others = outside.length > most ? `, and ${outside.length - most} more` : ''
  return [
    ...(table && encoding && isGuessed(encoding)
      ? [`The file was read as ${encoding}: choose another encoding if letters are wrong`]
      : []),
    ...(outside.length > 0
      ? [
          `The festival lasts from ${iso(first)} to ${iso(last)}, and some gigs are on other days: ${outside.slice(0, most).join(', ')}${others}`,
        ]
      : []),
  ]
}

/** Encodings of one byte look like each other. */
const isGuessed = (encoding: Encoding) => encoding.startsWith('windows-')
