import { Select, type SelectProps } from '@mantine/core'
import { useAddress } from '../address.ts'

type Props = Pick<SelectProps, 'w'> & {
  label: string
  /** its name in the address */
  name: string
  value: string
  /** the label of the option that matches anything */
  all: string
  options: { value: string; label: string }[]
}

/** A filter of a list, stored in the address. */
export function FilterSelect({ label, name, value, all, options, w }: Props) {
  const address = useAddress()
  return (
    <Select
      label={label}
      data={[{ value: '', label: all }, ...options]}
      value={value}
      allowDeselect={false}
      onChange={(next) => address.set({ [name]: next ?? undefined })}
      w={w}
    />
  )
}
