import { localTime } from '#platform/zones/local-time'
import { counted, plural } from '../terminal/output.ts'
import type { LineupReport } from './save-lineup.ts'

/** The report as text. */
export function describeLineup(report: LineupReport, { dryRun = false } = {}): string[] {
  const { name, created, start_time, end_time, to_be_announced, rejected, reasons, difference } =
    report
  const day = (time: Date) => localTime(time, report.time_zone).toISOString().slice(0, 10)
  const shown = reasons.slice(0, 20)
  const verb = dryRun ? 'would be ' : ''
  const changes = Object.entries(difference).flatMap(([outcome, count]) =>
    count > 0 ? [`${counted(count)} ${outcome}`] : [],
  )
  return [
    `${name} ${verb}${created ? 'imported' : 'updated'} in ${report.seconds} s, ${day(start_time)} to ${day(end_time)}`,
    `${plural(report.artists, 'artist')}, ${plural(report.places, 'place')}, ${plural(report.gigs, 'gig')}, ${to_be_announced} of them to be announced`,
    ...(created || changes.length === 0 ? [] : [`Gigs: ${changes.join(', ')}`]),
    ...report.joined_places.map(
      (one) =>
        `One place: ${one.name}, also written ${one.written.map((text) => `"${text}"`).join(', ')}`,
    ),
    ...report.warnings,
    ...(rejected > 0 ? [`${plural(rejected, 'row')} rejected, see ${report.rejected_file}`] : []),
    ...shown.map((one) => `  ${[one.position, one.name, one.reason].filter(Boolean).join(': ')}`),
    ...(rejected > shown.length ? [`  and ${rejected - shown.length} more`] : []),
    ...(report.festival_id === '' ? [] : [`id ${report.festival_id}`]),
  ]
}
