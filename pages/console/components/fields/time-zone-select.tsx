import { type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { isNamed, zones } from './zone.ts'

type Props = Omit<SelectProps, 'data' | 'searchable'>

/** Leaves the zones that have the text in one of their names. */
const byName: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option) => 'value' in option && isNamed(option.value, search)).slice(0, limit)

/** A time zone, found by a part of its name, or of the one that it had before. */
export function TimeZoneSelect(select: Props) {
  const { value } = select
  return (
    <Select
      label="Time zone"
      searchable
      filter={byName}
      allowDeselect={false}
      limit={50}
      nothingFoundMessage="No time zone has this name"
      data={value && !zones.includes(value) ? [...zones, value] : zones}
      {...select}
    />
  )
}
