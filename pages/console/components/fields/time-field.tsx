import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { toLocal, toUtc, useZone } from './zone.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  label: string
  /** in UTC, as `toInput` returns it and `fromInput` takes it */
  value?: string
  onChange?: (value: string) => void
  /** the zone in which it is shown and entered; by default the current festival's */
  zone?: string
}

/** A time as clocks in a zone show it; the label names the zone. */
export function TimeField({ label, value = '', onChange, zone: given, ...input }: Props) {
  const here = useZone()
  const zone = given ?? here
  const [typed, setTyped] = useState('')
  // The typed text stays while it means that time: clocks skip some times, and years are typed digit by digit.
  const shown = toUtc(typed, zone) === value ? typed : toLocal(value, zone)
  return (
    <TextInput
      type="datetime-local"
      label={`${label} (${zone})`}
      max="9999-12-31T23:59"
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange?.(toUtc(currentTarget.value, zone))
      }}
      {...input}
    />
  )
}
