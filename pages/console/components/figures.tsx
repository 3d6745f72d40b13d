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

/** A date or a time in UTC, as in the API. */
export function inWords(time: string, isDate = false): string {
  return (isDate ? dates : dateTimes).format(new Date(time))
}

/** A time; hovering shows it exactly. */
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

/** Converts between times of the API and values of `<input type="datetime-local">`, both in UTC. */
export function toInput(time: string | null): string {
  return time === null ? '' : time.slice(0, 16)
}

export function fromInput(text: string): string | null {
  return text === '' ? null : `${text}:00.000Z`
}
