import { Text } from '@mantine/core'
import { ExclamationTriangleIcon } from '@radix-ui/react-icons'
import { useZone } from '../../components/fields/zone.ts'
import { longDay } from './days.ts'
import type { GigHears } from './gig.tsx'
import { type Column, type Laid, nameOf, timesOf } from './lay.ts'

type Props = GigHears & { date: string; columns: Column[]; laid: Laid[] }

/** A day on a phone: gigs by time; a tap opens the fields. */
export function DayList({ date, columns, laid, onOpen, onKey }: Props) {
  const zone = useZone()
  const byTime = laid.toSorted((one, other) => one.from - other.from)
  if (byTime.length === 0) {
    return (
      <Text c="dimmed" py="lg">
        No gigs on this day yet.
      </Text>
    )
  }
  return (
    <ol className="tt-list" aria-label={`Timetable of ${longDay(date)}`}>
      {byTime.map(({ gig, column, faults }) => {
        const stage = columns[column]?.name ?? ''
        return (
          <li key={gig.id}>
            <button
              type="button"
              className="tt-row"
              data-gig={gig.id}
              data-fault={faults.length > 0 || undefined}
              onClick={() => onOpen(gig)}
              onKeyDown={(event) => onKey(event, gig)}
            >
              <span className="tt-when">{timesOf(gig, zone)}</span>
              <span className="tt-name">{nameOf(gig)}</span>
              <span className="tt-times">{stage}</span>
              {faults.map((fault) => (
                <span key={fault} className="tt-fault">
                  <ExclamationTriangleIcon aria-hidden className="tt-sign" />
                  {fault}
                </span>
              ))}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
