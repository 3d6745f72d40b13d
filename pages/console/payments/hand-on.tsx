import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { PaperPlaneIcon, ResetIcon } from '@radix-ui/react-icons'
import type { SoldPayment } from '../../../client/src/index.ts'
import { FormBody } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { buyerOf, holderOf } from './words.ts'

type Props = { payment: SoldPayment }

/** Transfers a ticket for its holder, as when they ask for it by mail. */
export function HandOn({ payment }: Props) {
  return payment.transfer_id === null ? (
    <Offer payment={payment} />
  ) : (
    <Offered id={payment.id} transferId={payment.transfer_id} />
  )
}

const refreshed = (id: string) => [['payment', id], ['payments']]

function Offered({ id, transferId }: { id: string; transferId: string }) {
  const act = useAct(() => festival.transfers.delete(transferId), {
    refresh: refreshed(id),
    done: 'The offer is taken back',
  })
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">It is offered to another person, who has not accepted it yet.</Text>
      <Button
        variant="default"
        leftSection={<ResetIcon aria-hidden />}
        loading={act.isPending}
        onClick={() => act.mutate()}
      >
        Take the offer back
      </Button>
    </Stack>
  )
}

function Offer({ payment }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<PaperPlaneIcon aria-hidden />} onClick={open}>
        Hand on to another person
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Hand the ticket on"
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <OfferForm payment={payment} onClose={close} />
      </Modal>
    </>
  )
}

function OfferForm({ payment, onClose }: Props & { onClose: () => void }) {
  const { id } = payment
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Enter an e-mail'),
    },
  })
  const act = useAct((email: string) => festival.tickets.offer(id, { email }), {
    refresh: refreshed(id),
    done: (_, email) => `The ticket is offered to ${email}`,
    quiet: true,
    onDone: onClose,
  })
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Offer the ticket"
      onSubmit={form.onSubmit(({ email }) => act.mutate(email.trim()))}
    >
      <Text c="dimmed" size="sm">
        The person gets a mail, and accepts the ticket with an account of this e-mail address. Until
        then it belongs to {holderOf(payment) ?? buyerOf(payment)}, who is told of the offer.
      </Text>
      <TextInput
        type="text"
        inputMode="email"
        autoCapitalize="none"
        label="E-mail of the new holder"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormBody>
  )
}
