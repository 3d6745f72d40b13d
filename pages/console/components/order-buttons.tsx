import { ActionIcon, Group } from '@mantine/core'
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons'
import { useEffect, useRef } from 'react'

type Step = -1 | 1
type Props = {
  /** the name of the record that is moved, for screen readers: `Move Quay up` */
  name: string
  /** its current position */
  position: number
  isFirst: boolean
  isLast: boolean
  onMove: (step: Step) => void
}

/** Moves a row of a list up and down. The focus stays on the pressed button, wherever its row goes. */
export function OrderButtons({ name, position, isFirst, isLast, onMove }: Props) {
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const pressed = useRef<{ step: Step; at: number }>(undefined)
  useEffect(() => {
    const { step, at } = pressed.current ?? {}
    if (at === undefined || at === position) return
    pressed.current = undefined
    const [same, other] = step === -1 ? [up, down] : [down, up]
    const target = same.current?.disabled ? other : same
    target.current?.focus()
  })
  const move = (step: Step) => {
    pressed.current = { step, at: position }
    onMove(step)
  }
  const look = { size: 'lg', variant: 'subtle', color: 'gray', className: 'fades' } as const
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon
        {...look}
        ref={up}
        aria-label={`Move ${name} up`}
        disabled={isFirst}
        onClick={() => move(-1)}
      >
        <ArrowUpIcon />
      </ActionIcon>
      <ActionIcon
        {...look}
        ref={down}
        aria-label={`Move ${name} down`}
        disabled={isLast}
        onClick={() => move(1)}
      >
        <ArrowDownIcon />
      </ActionIcon>
    </Group>
  )
}
