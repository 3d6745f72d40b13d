import { Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../session.ts'
import type { Choice } from './choices.ts'
import './palette.css'
import { remember } from './recent.ts'
import { useChoices } from './use-choices.ts'

type Props = { opened: boolean; onClose: () => void }

/** Finds a page, a festival, an artist, a person, an order or a ticket by a few letters, from the keyboard alone. */
export function Palette({ opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Search"
      size="lg"
      yOffset="8vh"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Search opened={opened} onClose={onClose} />
    </Modal>
  )
}

function Search({ opened, onClose }: Props) {
  const [text, setText] = useState('')
  const { choices, isBusy, error } = useChoices(text)
  const { active, move } = useActive(choices)
  const id = useId()
  const choose = useChoose(onClose)
  const optionOf = (choice: Choice) => `${id}-${choice.href}`
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' && active) choose(active)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  /** Takes the focus back from a page or drawer below that has just loaded and focused its first field. */
  const keepFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    const isLeft = relatedTarget && !currentTarget.closest('[role=dialog]')?.contains(relatedTarget)
    if (opened && isLeft) currentTarget.focus()
  }
  return (
    <>
      <TextInput
        data-autofocus
        // Escape closes the palette alone, and not the drawer below it.
        data-mantine-stop-propagation="true"
        role="combobox"
        aria-label="Search the console"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && optionOf(active)}
        placeholder="A page, festival, artist, person, order or short code"
        leftSection={<MagnifyingGlassIcon aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={press}
        onBlur={keepFocus}
      />
      <Text role="status" size="sm" c="dimmed" my="xs">
        {statusOf({ found: choices.length, isBusy, error })}
      </Text>
      <Options
        id={`${id}-list`}
        choices={choices}
        active={active}
        optionOf={optionOf}
        onChoose={choose}
      />
    </>
  )
}

/** The choice that Enter takes: the first, until the user moves to another; results that arrive later do not move it. */
function useActive(choices: Choice[]) {
  const [href, setHref] = useState<string>()
  const place = Math.max(
    choices.findIndex((choice) => choice.href === href),
    0,
  )
  const move = (step: number) => {
    const next = choices[(place + step + choices.length) % choices.length]
    setHref(next?.href)
  }
  return { active: choices[place], move }
}

function useChoose(onClose: () => void) {
  const [, go] = useLocation()
  const me = useSession()?.me.id ?? ''
  return (choice: Choice) => {
    if (choice.group !== 'Pages') remember(me, choice)
    onClose()
    go(choice.href)
  }
}

type Found = { found: number; isBusy: boolean; error: Error | undefined }

function statusOf({ found, isBusy, error }: Found): string {
  if (isBusy) return 'Searching …'
  if (error) return `Not all could be searched. ${error.message}`
  if (found === 0) return 'Nothing found. Short codes, ids and e-mails are found in full.'
  return found === 1 ? '1 result' : `${found} results`
}

type OptionsProps = {
  id: string
  choices: Choice[]
  active: Choice | undefined
  optionOf: (choice: Choice) => string
  onChoose: (choice: Choice) => void
}

function Options({ id, choices, active, optionOf, onChoose }: OptionsProps) {
  const seen = active && optionOf(active)
  useEffect(() => {
    if (seen) document.getElementById(seen)?.scrollIntoView({ block: 'nearest' })
  }, [seen])
  const groups = [...Map.groupBy(choices, ({ group }) => group)]
  return (
    <div id={id} role="listbox" aria-label="Results" className="palette">
      {groups.map(([group, members]) => (
        <div key={group} role="group" aria-label={group}>
          <div className="palette-group" aria-hidden="true">
            {group}
          </div>
          {members.map((choice) => (
            <UnstyledButton
              key={choice.href}
              id={optionOf(choice)}
              role="option"
              tabIndex={-1}
              aria-selected={choice === active}
              className="palette-option"
              // The input keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(choice)}
            >
              <span className="wraps">{choice.label}</span>
              {choice.about && <span className="palette-about">{choice.about}</span>}
            </UnstyledButton>
          ))}
        </div>
      ))}
    </div>
  )
}
