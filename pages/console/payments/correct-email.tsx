import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Pencil1Icon } from '@radix-ui/react-icons'
import type { SoldPayment } from '../../../client/src/index.ts'
import { FormBody } from '../components/form-drawer.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { isPaid } from './words.ts'

type Props = { payment: SoldPayment }

/** Corrects the e-mail of a guest that was mistyped at the checkout; renders nothing for an account, or before it is paid. */
export function CorrectEmail({ payment }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const { guest, email } = payment.buyer
  if (!guest || email === null || !isPaid(payment)) return null
  return (
    <>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Pencil1Icon aria-hidden />}
          onClick={open}
        >
          Correct e-mail
        </Button>
      </div>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Correct the e-mail"
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <CorrectionForm id={payment.buyer.id} email={email} onClose={close} />
      </Modal>
    </>
  )
}

type Form = { id: string; email: string; onClose: () => void }

function CorrectionForm({ id, email: before, onClose }: Form) {
  const form = useForm({
    initialValues: { email: before },
    validate: {
      email: (email) =>
        !/^\S+@\S+$/.test(email.trim())
          ? 'Enter an e-mail'
          : email.trim().toLowerCase() === before.toLowerCase()
            ? 'This is the e-mail that the guest has'
            : null,
    },
  })
  const act = useAct((email: string) => festival.users.correctGuestEmail(id, { email }), {
    refresh: [['payment'], ['payments'], ['attendees']],
    done: (_, email) => `The mail is on its way to ${email}`,
    quiet: true,
    onDone: onClose,
  })
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Correct the e-mail"
      onSubmit={form.onSubmit(({ email }) => act.mutate(email.trim()))}
    >
      <Stack gap="xs">
        <Text c="dimmed" size="sm">
          The tickets of the guest are mailed to the new e-mail, and open with it from now on. The
          guest is signed out. {before} gets a mail that the e-mail was changed, without the new
          one.
        </Text>
        <Text c="dimmed" size="sm">
          Tickets keep their codes: what was mailed to {before} still admits.
        </Text>
      </Stack>
      <TextInput
        type="text"
        inputMode="email"
        autoCapitalize="none"
        label="New e-mail"
        required
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormBody>
  )
}
