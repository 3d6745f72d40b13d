import { Alert, Divider, MultiSelect, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import type { Festival, Queue } from '../../../../client/src/index.ts'
import { TimeField } from '../../components/fields/time-field.tsx'
import { FormBody } from '../../components/form-drawer.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { cacheQueue } from './use-queue.ts'
import { bodyOf, faultsOf, type Values, validating, valuesOf } from './values.ts'

type Props = { festival: Festival; queue: Queue | null; onClose: () => void }

/** Sets up the waiting room of a festival, or changes it: once it is open, only its tickets and its draw can be changed. */
export function QueueForm({ festival: one, queue, onClose }: Props) {
  // The waiting room at the time the form was opened: it may open meanwhile.
  const [before] = useState(queue)
  const form = useForm<Values>({
    initialValues: valuesOf(before, one.tickets),
    validate: validating,
  })
  const act = useAct((values: Values) => festival.queue.set(one.id, bodyOf(values, before)), {
    done: before ? 'Saved' : 'These tickets are now sold by a waiting room',
    quiet: true,
    onDone: (made) => {
      void cacheQueue(one.id, made)
      onClose()
    },
  })
  const isOpen = before?.status === 'open'
  const faults = faultsOf(act.error)
  const isShown = Object.keys(faults).some((field) => !isOpen || open.has(field))
  return (
    <FormBody
      onClose={onClose}
      act={isShown ? { ...act, error: null } : act}
      submit={before ? 'Save' : 'Sell by a waiting room'}
      onSubmit={form.onSubmit((values) =>
        act.mutate(values, { onError: (error) => form.setErrors(faultsOf(error)) }),
      )}
    >
      {isOpen ? <WhileOpen entered={before.entered} /> : <Text>{atOnce}</Text>}
      <Tickets form={form} tickets={one.tickets} />
      {!isOpen && (
        <TimeField
          label="Opens"
          description="From then on people take a number. It does not matter who comes first."
          required
          {...form.getInputProps('opens_at')}
        />
      )}
      <TimeField
        label="Draw"
        description="All numbers are put into a random order, and those in front have their turn. People who come later stand behind them."
        required
        {...form.getInputProps('draw_at')}
      />
      {!isOpen && <Rest form={form} />}
    </FormBody>
  )
}

/** The fields that can be changed while it is open. */
const open = new Set(['tiers', 'draw_at'])

const atOnce =
  'From the moment you save, no one can buy these tickets before the draw, and then only in turn. Tills, complimentary tickets and offers of the waiting list are not affected.'

function WhileOpen({ entered }: { entered: number }) {
  return (
    <Alert color="yellow" title="The waiting room is open" className="wraps">
      {entered === 1 ? 'One person has' : `${entered.toLocaleString('en')} people have`} entered,
      and everyone keeps their number. They are notified when the draw moves, and of other changes
      not: announce them. A ticket that you add can be bought in turn alone, a ticket that you take
      out by everyone at once.
    </Alert>
  )
}

type Fields = { form: UseFormReturnType<Values> }

function Tickets({ form, tickets }: Fields & Pick<Festival, 'tickets'>) {
  return (
    <MultiSelect
      label="Tickets"
      description="What is sold in turn. Everything else is sold as before."
      data={tickets.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      required
      {...form.getInputProps('tiers')}
    />
  )
}

const sources = [
  {
    value: 'drand',
    label: 'drand, a public network',
    effect:
      'Its random number is published after the entries are fixed: no one can know or choose it, you included. The service has to reach drand.',
  },
  {
    value: 'organizer',
    label: 'A seed of this service',
    effect:
      'Its hash is published before anyone enters, so that it cannot be changed later. The page says that you could have chosen it.',
  },
]

function Rest({ form }: Fields) {
  return (
    <>
      <NumberInput
        label="People in a group"
        description="Friends can share a number and have their turn together; each of them may buy. 1: no groups."
        required
        min={1}
        max={20}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('groups_of')}
      />
      <Divider label="Advanced" labelPosition="left" />
      <Radio.Group label="Source of randomness" {...form.getInputProps('source')}>
        <Stack gap="sm" mt="sm">
          {sources.map(({ value, label, effect }) => (
            <Radio key={value} value={value} label={label} description={effect} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  )
}
