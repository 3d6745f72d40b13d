import { type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { isNamed, zones } from './zone.ts'

type Props = Omit<SelectProps, 'data' | 'searchable'>

/** Filters the zones by a text in one of their names. */
const byName: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option) => 'value' in option && isNamed(option.value, search)).slice(0, limit)

/** A time zone, found by a part of its current name, or of a former one. */
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
