import { ActionIcon, Group, Select, Tabs } from '@mantine/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@radix-ui/react-icons'
import { shortDay } from './days.ts'

type Props = {
  days: string[]
  date: string
  /** the day under a dragged gig */
  over: string | undefined
  onDay: (date: string) => void
}

/** This many days are shown as tabs; more are chosen from a list. */
export const mostTabs = 12

/** The days of a festival. A gig dropped on one keeps its time of day. */
export function DayTabs({ days, over }: Pick<Props, 'days' | 'over'>) {
  return (
    <Tabs.List aria-label="Days" className="tt-days">
      {days.map((date) => (
        <Tabs.Tab
          key={date}
          value={date}
          mih={44}
          data-drop={`day ${date}`}
          className="tt-day"
          data-over={over === date || undefined}
        >
          {shortDay(date)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

/** The same for a festival with many days. */
export function DaySelect({ days, date, onDay }: Omit<Props, 'over'>) {
  const here = days.indexOf(date)
  const go = (step: -1 | 1) => {
    const next = days[here + step]
    if (next) onDay(next)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        size={44}
        variant="default"
        aria-label="The day before"
        disabled={here <= 0}
        onClick={() => go(-1)}
      >
        <ChevronLeftIcon />
      </ActionIcon>
      <Select
        aria-label="Day"
        searchable
        allowDeselect={false}
        data={days.map((value) => ({ value, label: shortDay(value) }))}
        value={date}
        onChange={(next) => next && onDay(next)}
      />
      <ActionIcon
        size={44}
        variant="default"
        aria-label="The day after"
        disabled={here === days.length - 1}
        onClick={() => go(1)}
      >
        <ChevronRightIcon />
      </ActionIcon>
    </Group>
  )
}
