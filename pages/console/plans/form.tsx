import { Divider, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CreateSubscriptionBody, Subscription } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { patchOf, type Translations } from '../components/fields/languages.ts'
import { NameFields } from '../components/fields/name-fields.tsx'
import { LanguageSelect, OtherLanguages } from '../components/fields/other-languages.tsx'
import { faultOfPrice } from '../components/fields/price.ts'
import { PriceField } from '../components/fields/price-field.tsx'
import { VatFields } from '../components/fields/sale-fields.tsx'
import {
  type VatValues,
  validatingVat,
  vatOf,
  vatValuesOf,
} from '../components/fields/sale-terms.ts'
import { FormBody } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

const shows = [['plans']]

/** Creates a plan. */
export function NewPlan({ onClose }: { onClose: () => void }) {
  const act = useAct((body: CreateSubscriptionBody) => festival.subscriptions.create(body), {
    refresh: shows,
    done: ({ name }) => `${name} is created`,
    onDone: onClose,
    quiet: true,
  })
  return <PlanForm act={act} submit="Create plan" onClose={onClose} />
}

/** Changes a plan, or stops selling it. */
export function EditPlan({ plan, onClose }: { plan: Subscription; onClose: () => void }) {
  const act = useAct(
    (body: CreateSubscriptionBody) => festival.subscriptions.update(plan.id, body),
    { refresh: shows, done: 'Saved', onDone: onClose, quiet: true },
  )
  const remove = useAct(() => festival.subscriptions.delete(plan.id), {
    refresh: shows,
    done: `${plan.name} is no longer sold`,
    onDone: onClose,
  })
  return (
    <Stack>
      <PlanForm plan={plan} act={act} submit="Save" onClose={onClose} />
      <Divider />
      <Group>
        <ConfirmButton
          label="Stop selling"
          title={`Stop selling ${plan.name}?`}
          text="It can no longer be bought. Members keep it until the time they paid for ends. This cannot be undone."
          confirm="Stop selling"
          onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </Stack>
  )
}

type Values = VatValues & {
  name: string
  description: string
  price: number | string
  duration: number | ''
  duration_type: 'month' | 'year'
  language: string | null
  translations: Translations
}

const blank = {
  name: '',
  description: '',
  price: '',
  duration: 1,
  duration_type: 'year' as const,
  vat: null,
  language: null,
  translations: {},
}

/** The initial values: the plan, or a new one for a year. */
function valuesOf(plan: Subscription | undefined): Values {
  const { vat, description, language = null, translations = {}, ...given } = plan ?? blank
  return { ...given, description: description ?? '', language, translations, ...vatValuesOf(vat) }
}

type Props = {
  plan?: Subscription
  act: {
    mutate: (body: CreateSubscriptionBody) => void
    isPending: boolean
    error: Error | null
  }
  submit: string
  onClose: () => void
}

function PlanForm({ plan, act, submit, onClose }: Props) {
  const form = useForm({
    initialValues: valuesOf(plan),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      price: faultOfPrice,
      duration: (duration) => (duration === '' ? 'Enter a duration' : null),
      ...validatingVat,
    },
  })
  const save = form.onSubmit(({ name, description, price, duration, duration_type, ...more }) =>
    act.mutate({
      name: name.trim(),
      description: description || null,
      price: Number(price),
      duration: Number(duration),
      duration_type,
      vat: vatOf(more),
      language: more.language,
      translations: patchOf(more.translations, plan?.translations),
    } satisfies Required<CreateSubscriptionBody>),
  )
  return (
    <FormBody onClose={onClose} act={act} submit={submit} onSubmit={save}>
      <NameFields form={form} hint="What members get" most={10_000} />
      <LanguageSelect label="Language of these texts" {...form.getInputProps('language')} />
      <OtherLanguages
        most={{ name: 200, description: 10_000 }}
        {...form.getInputProps('translations')}
      />
      <PriceField label="Price, EUR" required {...form.getInputProps('price')} />
      <Group align="flex-end" gap="xs">
        <NumberInput
          label="Duration"
          required
          min={1}
          max={1_200}
          allowDecimal={false}
          flex={1}
          {...form.getInputProps('duration')}
        />
        <SegmentedControl
          aria-label="Months or years"
          data={[
            { value: 'month', label: 'months' },
            { value: 'year', label: 'years' },
          ]}
          {...form.getInputProps('duration_type')}
        />
      </Group>
      <VatFields form={form} />
      {plan && (
        <Text size="sm" c="dimmed">
          Members keep what they paid for: a change applies from the next payment.
        </Text>
      )}
    </FormBody>
  )
}
