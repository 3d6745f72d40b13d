import { Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { localFormat, utc } from '#platform/zones/local-time'
import { useZone } from '../fields/zone.ts'

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
const dateTimes = localFormat({ dateStyle: 'medium', timeStyle: 'short' })
const dates = localFormat({ dateStyle: 'medium' })

/** An amount of money, in euros. */
export function inEuros(amount: number): string {
  return euros.format(amount)
}

/** The style of a figure that fits into its box. */
export const lengthOf = (value: string) =>
  ({ '--length': value.length, margin: 0 }) as CSSProperties

/** A date or a time in a zone. */
export function inWords(time: string, isDate = false, zone = utc): string {
  return (isDate ? dates : dateTimes)(new Date(time), zone)
}

type Shown = { time: string | null; date?: boolean; zone?: string }

/** A time, by default in the current festival's zone; hovering shows it exactly. */
export function When({ time, date = false, zone: given }: Shown) {
  const here = useZone()
  if (time === null)
    return (
      <Text component="span" c="dimmed">
        –
      </Text>
    )
  return (
    <time dateTime={time} title={time}>
      {inWords(time, date, given ?? here)}
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
