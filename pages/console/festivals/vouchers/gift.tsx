import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormBody } from '../../components/form-drawer.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import type { OnOffer } from './on-offer.ts'

type Props = { festivalId: string; onOffer: OnOffer; onClose: () => void }

/** Complimentary tickets: for the press, artists, and helpers. */
export function GiftForm({ festivalId, onOffer, onClose }: Props) {
  const form = useForm({
    initialValues: { entity_id: onOffer[0]?.value ?? '', quantity: 1, email: '', reason: '' },
    validate: {
      quantity: (quantity) => (typeof quantity === 'number' ? null : 'Enter how many'),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Enter an e-mail'),
      reason: (reason) => (reason.trim() === '' ? 'Enter a reason' : null),
    },
  })
  const act = useAct(
    (values: typeof form.values) => festival.festivals.giveComplimentary(festivalId, values),
    {
      refresh: [['festival', festivalId], ['payments'], ['sales']],
      done: (_, { email }) => `The tickets are on their way to ${email}`,
      quiet: true,
      onDone: onClose,
    },
  )
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Give tickets"
      onSubmit={form.onSubmit(({ email, reason, ...values }) =>
        act.mutate({ ...values, email: email.trim(), reason: reason.trim() }),
      )}
    >
      <Text c="dimmed" size="sm">
        They cost nothing and are taken from the stock. The recipient gets them by mail, without an
        account.
      </Text>
      <NativeSelect
        label="Ticket or place to sleep"
        data-autofocus
        data={onOffer}
        {...form.getInputProps('entity_id')}
      />
      <NumberInput
        label="Quantity"
        required
        min={1}
        max={20}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('quantity')}
      />
      <TextInput
        type="text"
        inputMode="email"
        autoCapitalize="none"
        label="E-mail"
        required
        maxLength={200}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Reason"
        description="The recipient can read it, and it is in the audit log"
        placeholder="Press"
        required
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormBody>
  )
}
