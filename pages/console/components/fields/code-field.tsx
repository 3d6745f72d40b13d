import { TextInput } from '@mantine/core'
import { plainCode } from '#common/codes/typed-code'

/** Returns true if a text has the form of a code of an app, or of a recovery code. */
export const isCode = (text: string): boolean => /^(\d{6}|[0-9A-Z]{16})$/.test(plainCode(text))

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
      maxLength={40}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
