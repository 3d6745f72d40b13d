import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  Modal,
  Radio,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import type { RefundPaymentBody, SoldPayment } from '../../../client/src/index.ts'
import { PriceField } from '../components/fields/price-field.tsx'
import { Shown } from '../components/states.tsx'
import { inEuros } from '../components/tables/figures.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { effectsOf } from './effects.ts'
import { deleteKey, keyOf } from './keys.ts'
import { useRefundPreview, useTimeline } from './queries.ts'
import { isRefused, leftOf, whatOf } from './words.ts'

/** Refunds a payment, in full or in part. */
export function Refund({ payment }: { payment: SoldPayment }) {
  const query = useTimeline(payment)
  return (
    <Shown query={query}>
      {(events) => <Part payment={payment} left={leftOf(payment, events)} />}
    </Shown>
  )
}

type Props = { payment: SoldPayment; left: number }

function Part({ payment, left }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const isAgain = isRefused(payment)
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {isAgain
          ? `The refund of ${inEuros(left)} was refused, or failed later. You can try again, or book that you gave the money back in another way.`
          : left > 0
            ? `${inEuros(left)} can be refunded, in full or in part.`
            : 'It cost no money. A refund returns its points.'}
      </Text>
      <Button color="red" variant="light" onClick={open}>
        {isAgain ? 'Retry refund' : 'Refund'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Refund ${whatOf(payment)}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <RefundForm payment={payment} left={left} onClose={close} />
      </Modal>
    </Stack>
  )
}

type Values = {
  how: 'full' | 'part'
  amount: number | string
  reason: string
  byOtherMeans: boolean
}

function RefundForm({ payment, left, onClose }: Props & { onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { how: 'full', amount: '', reason: '', byOtherMeans: false },
    validate: { amount: (amount, { how }) => (how === 'full' ? null : faultOf(amount, left)) },
  })
  const act = useAct(
    (body: RefundPaymentBody) =>
      festival.payments.refund(payment.id, body, { idempotencyKey: keyOf(payment.id, body) }),
    {
      refresh: [['payment', payment.id], ['payments'], ['sales']],
      done: ({ status }) =>
        status === 'refunding' ? 'The refund has started' : 'The money is refunded',
      onDone: (_, body) => deleteKey(payment.id, body),
      quiet: true,
    },
  )
  const submit = form.onSubmit(({ how, amount, reason, byOtherMeans }) => {
    const body = {
      ...(byOtherMeans && { by_other_means: true }),
      ...(how === 'part' && { amount: Number(amount) }),
      ...(reason.trim() && { reason: reason.trim() }),
    }
    // Not in `onDone`: the later answer to a double click would close the dialog of the next refund.
    act.mutate(body, { onSuccess: onClose })
  })
  const { how, amount } = form.values
  const cents = how === 'full' ? left : Number(amount) || 0
  const isFull = how === 'full' || cents === left
  const { kept, fault } = useRetained(payment, isFull ? 'full' : { amount, left })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Faults failed={act.error} impossible={fault} />
        {left > 0 && !isRefused(payment) && <HowMuch form={form} left={left} />}
        <Effects payment={payment} isFull={isFull} amount={cents} kept={kept} />
        {payment.needs_review !== null && (
          <Checkbox
            label="Given back by other means"
            description="You have returned the money yourself, such as by bank transfer. The processor is not asked."
            {...form.getInputProps('byOtherMeans', { type: 'checkbox' })}
          />
        )}
        <Textarea
          label="Reason"
          description="Optional. It is stored with the payment, and the buyer can read it."
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" color="red" loading={act.isPending}>
            {cents > 0 ? `Refund ${inEuros(cents)}` : 'Refund'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Why = { failed: Error | null; impossible: string | undefined }

function Faults({ failed, impossible }: Why) {
  return (
    <>
      {failed && (
        <Alert color="red" role="alert" title="Could not refund" className="wraps">
          {failed.message}
        </Alert>
      )}
      {impossible && !failed && (
        <Alert color="orange" title="This cannot be refunded" className="wraps">
          {impossible}
        </Alert>
      )}
    </>
  )
}

type RequestedRefund = 'full' | { amount: number | string; left: number }

/** Returns the amount that a refund would not return, EUR, or why it is not possible. An impossible amount is not sent. */
function useRetained(payment: SoldPayment, requestedRefund: RequestedRefund) {
  const isPossible =
    requestedRefund === 'full' || faultOf(requestedRefund.amount, requestedRefund.left) === null
  const amount =
    requestedRefund !== 'full' && isPossible ? Number(requestedRefund.amount) : undefined
  const [previewed] = useDebouncedValue(amount, 300)
  const { data, error } = useRefundPreview(payment.id, previewed)
  return {
    kept: isPossible && previewed === amount ? data?.kept_amount : undefined,
    fault: isRefused(payment) ? undefined : error?.message,
  }
}

type Form = UseFormReturnType<Values>

function HowMuch({ form, left }: { form: Form; left: number }) {
  return (
    <>
      <Radio.Group label="How much" {...form.getInputProps('how')}>
        <Stack gap="xs" mt="xs">
          <Radio value="full" label={`Full amount, ${inEuros(left)}`} />
          <Radio value="part" label="Part of it" />
        </Stack>
      </Radio.Group>
      {form.values.how === 'part' && (
        <PriceField label="Amount, EUR" data-autofocus {...form.getInputProps('amount')} />
      )}
    </>
  )
}

function faultOf(amount: number | string, left: number): string | null {
  if (typeof amount !== 'number' || amount <= 0) return 'Enter an amount'
  return amount > left ? `At most ${inEuros(left)}` : null
}

type Effect = {
  payment: SoldPayment
  isFull: boolean
  amount: number
  kept: number | undefined
}

/** The effects of the refund, before the user decides. */
function Effects({ payment, isFull, amount, kept = 0 }: Effect) {
  return (
    <section aria-live="polite">
      <Text size="sm" fw={600} mb={4}>
        What happens
      </Text>
      <List size="sm" spacing={4}>
        {effectsOf(payment, { isFull, amount, kept }).map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
    </section>
  )
}
