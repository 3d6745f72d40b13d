import { Divider, Group, NumberInput, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import type {
  Challenge,
  CreateChallengeAnswer,
  CreateChallengeBody,
} from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { NameFields } from '../components/fields/name-fields.tsx'
import { TimeField } from '../components/fields/time-field.tsx'
import { FormBody } from '../components/form-drawer.tsx'
import { fromInput, toInput } from '../components/tables/figures.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { ChallengeUptake } from './uptake.tsx'
import { type OptionalNumber, orNull } from './words.ts'

const shows = [['rewards', 'challenges']]

type Making = { onClose: () => void; onMade: (challenge: CreateChallengeAnswer) => void }

/** Creates a challenge; its code is shown once afterwards. */
export function NewChallenge({ onClose, onMade }: Making) {
  const act = useAct((body: CreateChallengeBody) => festival.rewards.createChallenge(body), {
    refresh: shows,
    onDone: onMade,
    quiet: true,
  })
  return <ChallengeForm act={act} submit="Create challenge" onClose={onClose} />
}

/** Changes a challenge; its code stays. */
export function EditChallenge({
  challenge,
  onClose,
}: {
  challenge: Challenge
  onClose: () => void
}) {
  const { id, name } = challenge
  const act = useAct((body: CreateChallengeBody) => festival.rewards.updateChallenge(id, body), {
    refresh: shows,
    done: 'Saved',
    onDone: onClose,
    quiet: true,
  })
  const remove = useAct(() => festival.rewards.deleteChallenge(id), {
    refresh: shows,
    done: `${name} is deleted`,
    onDone: onClose,
  })
  return (
    <Stack>
      <ChallengeForm challenge={challenge} act={act} submit="Save" onClose={onClose} />
      <ChallengeUptake id={id} />
      <Divider />
      <Group>
        <ConfirmButton
          label="Delete challenge"
          title={`Delete ${name}?`}
          text="Its code stops working. Points already claimed stay."
          confirm="Delete"
          onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </Stack>
  )
}

type Values = {
  name: string
  description: string
  points: OptionalNumber
  starts_at: string
  ends_at: string
  max_claims: OptionalNumber
  active: boolean
}

const blank: Values = {
  name: '',
  description: '',
  points: '',
  starts_at: '',
  ends_at: '',
  max_claims: '',
  active: true,
}

function valuesOf(challenge: Challenge | undefined): Values {
  if (!challenge) return blank
  return {
    ...challenge,
    description: challenge.description ?? '',
    starts_at: toInput(challenge.starts_at),
    ends_at: toInput(challenge.ends_at),
    max_claims: challenge.max_claims ?? '',
  }
}

type Props = {
  challenge?: Challenge
  act: { mutate: (body: CreateChallengeBody) => void; isPending: boolean; error: Error | null }
  submit: string
  onClose: () => void
}

function ChallengeForm({ challenge, act, submit, onClose }: Props) {
  const form = useForm({
    initialValues: valuesOf(challenge),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      points: (points) => (points === '' ? 'Enter its points' : null),
    },
  })
  const save = form.onSubmit((values) =>
    act.mutate({
      ...values,
      name: values.name.trim(),
      description: values.description || null,
      points: Number(values.points),
      starts_at: fromInput(values.starts_at),
      ends_at: fromInput(values.ends_at),
      max_claims: orNull(values.max_claims),
    }),
  )
  return (
    <FormBody onClose={onClose} act={act} submit={submit} onSubmit={save}>
      <NameFields form={form} most={1_000} />
      <NumberInput
        label="Points"
        required
        min={0}
        allowDecimal={false}
        {...form.getInputProps('points')}
      />
      <TimeField label="From" {...form.getInputProps('starts_at')} />
      <TimeField label="Until" {...form.getInputProps('ends_at')} />
      <NumberInput
        label="Maximum claims"
        description="Leave empty for no limit"
        min={1}
        allowDecimal={false}
        {...form.getInputProps('max_claims')}
      />
      <Switch
        label="On"
        description="While it is off, it cannot be claimed"
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormBody>
  )
}
