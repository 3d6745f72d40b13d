import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { useState } from 'react'

type Props = {
  /** what is looked for, for those who hear it; shown while it is empty */
  label: string
  value: string
  /** asked a moment after the last key */
  onSearch: (text: string) => void
}

/** Looks for something as one types. */
export function SearchBox({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const search = useDebouncedCallback(onSearch, 250)
  const [seen, setSeen] = useState(value)
  // Going back shows what was looked for then.
  if (seen !== value) {
    setSeen(value)
    if (text.trim() !== value) setText(value)
  }
  const become = (next: string) => {
    setText(next)
    search(next.trim())
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => become(currentTarget.value)}
      leftSection={<MagnifyingGlassIcon aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear" onClick={() => become('')} />
      }
      w={{ base: '100%', xs: 320 }}
    />
  )
}
