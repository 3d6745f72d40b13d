import { Text, TextInput } from '@mantine/core'

type Props = { name: string; value: string; onChange: (value: string) => void }

/** Asks for the name of a record before an action on it that cannot be undone. */
export function TypedName({ name, value, onChange }: Props) {
  return (
    <TextInput
      label="Its name, to confirm"
      description={
        <>
          Type{' '}
          <Text component="strong" inherit className="wraps">
            {name}
          </Text>
        </>
      }
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Returns true if a text is the name; case and the width of blanks do not matter. */
export function isTyped(text: string, name: string): boolean {
  return plain(text) === plain(name)
}

const plain = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
