import { Select, type SelectProps } from '@mantine/core'
import { zones } from './zone.ts'

type Props = Omit<SelectProps, 'data' | 'searchable'>

/** A time zone, found by a part of its name. */
export function TimeZoneSelect(select: Props) {
  const { value } = select
  return (
    <Select
      label="Time zone"
      searchable
      allowDeselect={false}
      limit={50}
      nothingFoundMessage="No time zone has this name"
      data={value && !zones.includes(value) ? [...zones, value] : zones}
      {...select}
    />
  )
}
