import { Text } from '@mantine/core'

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
const dateTimes = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** An amount of money, in euros. */
export function inEuros(amount: number): string {
  return euros.format(amount)
}

/** A day or a moment in UTC, as the API has it. */
export function inWords(time: string, isDate = false): string {
  return (isDate ? dates : dateTimes).format(new Date(time))
}

/** A moment, exact where one rests on it. */
export function When({ time, date = false }: { time: string | null; date?: boolean }) {
  if (time === null)
    return (
      <Text component="span" c="dimmed">
        –
      </Text>
    )
  return (
    <time dateTime={time} title={time}>
      {inWords(time, date)}
    </time>
  )
}

/** What `<input type="datetime-local">` holds for a moment of the API, and back; both in UTC. */
export function toInput(time: string | null): string {
  return time === null ? '' : time.slice(0, 16)
}

export function fromInput(text: string): string | null {
  return text === '' ? null : `${text}:00.000Z`
}
