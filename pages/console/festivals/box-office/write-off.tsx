import { Modal, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Lease } from '../../../../client/src/index.ts'
import { FormBody } from '../../components/form-drawer.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { outOf } from './out-of.ts'

type Props = { lease: Lease | undefined; festivalId: string; onClose: () => void }

/** Asks why a lease is ended without its till, and explains the effect on its tickets. */
export function WriteOff({ lease, festivalId, onClose }: Props) {
  return (
    <Modal
      opened={lease !== undefined}
      onClose={onClose}
      title={lease ? `Write off ${lease.name} of ${lease.till}?` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      {lease && <Asking lease={lease} festivalId={festivalId} onClose={onClose} />}
    </Modal>
  )
}

type AskingProps = { lease: Lease; festivalId: string; onClose: () => void }

function Asking({ lease, festivalId, onClose }: AskingProps) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Enter why' : null) },
  })
  const act = useAct((reason: string) => festival.boxOffice.writeOff(lease.id, { reason }), {
    refresh: [
      ['festival', festivalId, 'leases'],
      ['festival', festivalId, 'shifts'],
    ],
    done: 'Written off: its tickets are on sale again',
    quiet: true,
    onDone: onClose,
  })
  const out = outOf(lease)
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Write off"
      color="red"
      onSubmit={form.onSubmit(({ reason }) => act.mutate(reason.trim()))}
    >
      <Text>
        {out === 1 ? 'One ticket that' : `${out} tickets that`} the till has not reported as sold
        {out === 1 ? ' is' : ' are'} revoked and on sale again. Who bought one that the till did not
        report is refused at the gates. What a gate has let in stays sold, and counts as cash of the
        shift.
      </Text>
      <Text>Do it when the till is lost. It cannot be undone.</Text>
      <Textarea
        label="Reason"
        description="For the audit log"
        placeholder="The till was stolen"
        required
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormBody>
  )
}
