import { Select, type SelectProps } from '@mantine/core'

type Props = Omit<SelectProps, 'data' | 'searchable'>

/** A time zone, found by a part of its name. */
export function TimeZoneSelect(select: Props) {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), select.value ?? 'UTC'])
  return (
    <Select
      label="Time zone"
      searchable
      allowDeselect={false}
      limit={50}
      nothingFoundMessage="No time zone has this name"
      data={[...names]}
      {...select}
    />
  )
}
