import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import { parsePrice } from './price.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** EUR; a text that is not an amount stays as typed */
  value?: number | string
  onChange?: (value: number | string) => void
}

/** An amount of money, with a point or a comma before the cents, typed or pasted. */
export function PriceField({ value = '', onChange, onBlur, ...input }: Props) {
  const [typed, setTyped] = useState('')
  // The typed text is shown as long as it means the form's value.
  const shown = valueOf(typed) === value ? typed : inText(value)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...input}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange?.(valueOf(currentTarget.value))
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setTyped(inText(value))
        onBlur?.(event)
      }}
    />
  )
}

const valueOf = (text: string): number | string => parsePrice(text) ?? text.trim()

function inText(value: number | string): string {
  if (typeof value === 'string') return value
  return Number.isInteger(value) ? `${value}` : value.toFixed(2)
}
