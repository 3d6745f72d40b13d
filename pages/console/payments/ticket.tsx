import { Button, Group, Stack, Text } from '@mantine/core'
import { DownloadIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { SoldPayment } from '../../../client/src/index.ts'
import { Shown } from '../components/states.tsx'
import { When } from '../components/tables/figures.tsx'
import { saveFile } from '../components/tables/save-file.ts'
import type { Holds } from '../organizers/manages.ts'
import { useAct } from '../queries.ts'
import { festival, useSession } from '../session.ts'
import { HandOn } from './hand-on.tsx'

/** The state of the ticket. Only its holder can read its code, so that no colleague can use it. */
export function Ticket({ payment, holds }: { payment: SoldPayment; holds: Holds }) {
  const me = useSession()?.me.id
  const { payment_type, status, buyer, holder, validated_at } = payment
  const holderId = (holder ?? buyer).id
  if (payment_type === 'subscription')
    return <Text size="sm">A membership has no ticket; it starts when it is paid.</Text>
  if (status !== 'succeeded' && status !== 'partially_refunded')
    return <Text size="sm">No gate admits it: {denialReason(payment)}.</Text>
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        <Usage at={validated_at} />
      </Text>
      {holderId === me ? (
        <Own id={payment.id} />
      ) : (
        <Text size="sm" c="dimmed">
          {holder
            ? 'It was handed on: only its holder can see its code and PDF.'
            : 'Only the buyer can see its code and PDF, with their payments.'}
        </Text>
      )}
      {holds('manage') && validated_at === null && <HandOn payment={payment} />}
    </Stack>
  )
}

function Usage({ at }: { at: string | null }) {
  if (at === null) return 'It is valid and has not been used.'
  return (
    <>
      It was used on <When time={at} /> UTC.
    </>
  )
}

function denialReason({ status, needs_review }: SoldPayment): string {
  if (status === 'refunded') return 'it was refunded'
  if (status === 'refunding')
    return needs_review === null ? 'it is being refunded' : 'it was refunded'
  return status === 'pending' || status === 'requires_action'
    ? 'it is not paid yet'
    : 'it was not paid'
}

function Own({ id }: { id: string }) {
  const code = useQuery({
    queryKey: ['payment', id, 'code'],
    queryFn: ({ signal }) => festival.tickets.svg(id, { signal }),
  })
  const pdf = useAct(() => festival.tickets.pdf(id), {
    onDone: (file) => saveFile(`ticket-${id}.pdf`, file),
  })
  return (
    <>
      <Shown query={code}>{(picture) => <Picture picture={picture} />}</Shown>
      <Group>
        <Button
          variant="default"
          leftSection={<DownloadIcon aria-hidden />}
          loading={pdf.isPending}
          onClick={() => pdf.mutate()}
        >
          Download the PDF
        </Button>
      </Group>
    </>
  )
}

function Picture({ picture }: { picture: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(picture)
      return () => URL.revokeObjectURL(image.src)
    },
    [picture],
  )
  return <img ref={show} alt="The ticket’s QR code" className="ticket-code" />
}
