import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { useState } from 'react'

type Props = {
  /** the searched records, for screen readers; shown as placeholder */
  label: string
  value: string
  /** called a moment after the last keystroke */
  onSearch: (text: string) => void
}

/** Searches while the user types. */
export function SearchBox({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const search = useDebouncedCallback(onSearch, 250)
  const [seen, setSeen] = useState(value)
  // The back button restores the earlier text.
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
