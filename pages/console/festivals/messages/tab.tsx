import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { FestivalError } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty, Failure, Loading, Shown } from '../../components/states.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { useManages } from '../../organizers/manages.ts'
import type { TabProps } from '../tab-props.ts'
import { useOffered } from '../use-offered.ts'
import { MessageEditor } from './editor.tsx'
import { SentMessage } from './sent.tsx'
import { MessageTable } from './table.tsx'
import { useMessage, useMessages } from './use-messages.ts'
import type { Offer } from './words.ts'

/** The organizer's messages to people with a ticket: drafts, and the sent ones with their deliveries. */
export function MessagesTab({ festival: one }: TabProps) {
  const address = useAddress()
  const { organizer } = useManages(one.organizer.id)
  const offers = useOffers(one.id)
  const open = address.get('message')
  const close = () => address.replace({ message: undefined })
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            Messages
          </Title>
          <Text c="dimmed" maw={560}>
            Mails to everyone who has a ticket, or to some of them. A person gets one a day at most,
            unless it is urgent.
          </Text>
        </div>
        <Button
          leftSection={<PlusIcon aria-hidden />}
          onClick={() => address.set({ message: 'new' })}
        >
          New message
        </Button>
      </Group>
      {organizer.data?.approved === false && (
        <Alert color="yellow" title="Waiting for approval">
          Messages can be written now, and sent once staff have approved {one.organizer.name}.
        </Alert>
      )}
      <Messages id={one.id} offers={offers} />
      <SideDrawer
        opened={open !== ''}
        onClose={close}
        title={open === 'new' ? 'New message' : 'Message'}
        size="lg"
      >
        {open === 'new' ? (
          <MessageEditor festivalId={one.id} offers={offers} onClose={close} />
        ) : (
          open !== '' && (
            <OneMessage key={open} of={{ id: one.id, messageId: open }} {...{ offers, close }} />
          )
        )}
      </SideDrawer>
    </Stack>
  )
}

function useOffers(id: string): Offer[] {
  const { tiers = [], accommodations = [] } = useOffered(id).data ?? {}
  return [
    ...tiers.map(({ ticket_id: value, name: label }) => ({ value, label })),
    ...accommodations.map(({ accommodation_id: value, name: label }) => ({ value, label })),
  ]
}

type Opened = { of: { id: string; messageId: string }; offers: Offer[]; close: () => void }

function OneMessage({ of: { id, messageId }, offers, close }: Opened) {
  return (
    <Shown query={useMessage(id, messageId)}>
      {(message) =>
        message.status === 'draft' ? (
          <MessageEditor festivalId={id} message={message} offers={offers} onClose={close} />
        ) : (
          <SentMessage message={message} offers={offers} />
        )
      }
    </Shown>
  )
}

function Messages({ id, offers }: { id: string; offers: Offer[] }) {
  const address = useAddress()
  const query = useMessages(id)
  if (query.isPending) return <Loading />
  if (query.isError && !query.data) {
    const isClosed = query.error instanceof FestivalError && query.error.status === 403
    return isClosed ? (
      <Empty
        title="You cannot see these messages"
        text="Only managers of its organizer and admins can write to people with a ticket."
      />
    ) : (
      <Failure error={query.error} retry={() => void query.refetch()} />
    )
  }
  const messages = query.data.pages.flatMap((page) => page.messages)
  if (messages.length === 0)
    return (
      <Empty
        title="No messages yet"
        text="Write what everyone with a ticket should know: when the gates open, or what to bring."
      />
    )
  return (
    <Stack>
      <MessageTable
        messages={messages}
        offers={offers}
        onOpen={(messageId) => address.set({ message: messageId })}
      />
      <LoadMore query={query} />
    </Stack>
  )
}
