import { TextInput } from '@mantine/core'

/** Returns true if a text has the form of a code of an app, or of a recovery code. */
export const isCode = (text: string): boolean =>
  /^(\d{3} ?\d{3}|[0-9A-Za-z]{4}([ -]?[0-9A-Za-z]{4}){3})$/.test(text.trim())

type Props = { value: string; onChange: (value: string) => void; label?: string }

/** A field for a code of an authenticator app. */
export function CodeField({ value, onChange, label = 'Code' }: Props) {
  return (
    <TextInput
      label={label}
      inputMode="text"
      autoComplete="one-time-code"
      autoFocus
      spellCheck={false}
      maxLength={19}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
