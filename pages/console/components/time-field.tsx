import { TextInput, type TextInputProps } from '@mantine/core'

/** A time in UTC: its value is what `toInput` returns and `fromInput` takes. */
export function TimeField({ label, ...input }: TextInputProps & { label: string }) {
  return (
    <TextInput type="datetime-local" label={`${label} (UTC)`} max="9999-12-31T23:59" {...input} />
  )
}
