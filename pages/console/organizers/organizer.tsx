import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { ArrowLeftIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { Organizer } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import type { Call } from '../components/call-drawer.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { SideDrawer } from '../components/form-drawer.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { When } from '../components/tables/figures.tsx'
import { Thumbnail } from '../components/thumbnail.tsx'
import { useAct } from '../queries.ts'
import { festival, refreshMe, useSession } from '../session.ts'
import { Approval } from './approval.tsx'
import { EditOrganizer } from './edit.tsx'
import { Managers } from './managers.tsx'
import { useManages } from './manages.ts'
import { Members, OwnRole } from './members.tsx'
import { EditSeller } from './seller.tsx'
import { OrganizerSettlements } from './settlements.tsx'

/** One organizer: its description, its managers and its festivals. */
export function OrganizerPage({ id }: { id: string }) {
  const { organizer, manages, sells, role } = useManages(id)
  const me = useSession()?.me.id ?? ''
  return (
    <Stack gap="xs">
      <Anchor component={Link} href="/organizers" size="sm">
        <ArrowLeftIcon aria-hidden /> All organizers
      </Anchor>
      <Shown query={organizer}>
        {(found) =>
          manages ? (
            <Workspace organizer={found} sells={sells} />
          ) : (
            <>
              <PageHeader title={found.name} />
              {role ? (
                <>
                  <OwnRole organizer={id} held={role} userId={me} />
                  {role.rights.includes('read_money') && <OrganizerSettlements organizer={id} />}
                </>
              ) : (
                <Empty
                  title="You do not manage this organizer"
                  text="Ask one of its managers to invite you by e-mail."
                />
              )}
            </>
          )
        }
      </Shown>
    </Stack>
  )
}

const callsOf = (id: string): Call[] => [
  {
    title: 'This organizer',
    method: 'GET',
    path: `/organizers/${id}`,
    code: `await festival.organizers.get('${id}')`,
  },
  {
    title: 'Invite a manager',
    method: 'POST',
    path: `/organizers/${id}/managers`,
    body: { email: 'bo@harbour.example' },
    code: `await festival.organizers.addManager('${id}', { email: 'bo@harbour.example' })`,
  },
  {
    title: 'Invite to another role',
    method: 'POST',
    path: `/organizers/${id}/members`,
    body: { email: 'cy@harbour.example', role: 'accountant', may_refund: true },
    code: `await festival.organizers.addMember('${id}', {\n  email: 'cy@harbour.example',\n  role: 'accountant',\n  may_refund: true,\n})`,
  },
]

function Workspace({ organizer, sells }: { organizer: Organizer; sells: boolean }) {
  const { id, name, description, photo } = organizer
  const address = useAddress()
  const close = () => address.replace({ edit: undefined })
  return (
    <>
      <PageHeader
        title={name}
        description={id}
        actions={
          <Group>
            {sells && (
              <Button variant="default" onClick={() => address.set({ seller: 'yes' })}>
                Invoices and account
              </Button>
            )}
            <Button onClick={() => address.set({ edit: 'yes' })}>Edit</Button>
          </Group>
        }
        calls={callsOf(id)}
      />
      {!organizer.approved && <Approval organizer={organizer} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="lg">
        <Stack gap="lg">
          <Card withBorder p="lg">
            <Thumbnail photo={photo} name={name}>
              <Title order={2} size="h4">
                About
              </Title>
            </Thumbnail>
            <Text
              mt="md"
              {...(description === null && { c: 'dimmed' })}
              className="wraps"
              style={{ whiteSpace: 'pre-line' }}
            >
              {description ?? 'No description yet.'}
            </Text>
          </Card>
          <Festivals organizer={organizer} />
        </Stack>
        <Stack gap="lg">
          <Managers organizer={organizer} />
          {sells && <Members organizer={organizer} />}
          {organizer.approved && <Approval organizer={organizer} />}
          <Removal organizer={organizer} />
        </Stack>
      </SimpleGrid>
      {sells && <OrganizerSettlements organizer={id} />}
      <SideDrawer
        opened={address.get('seller') !== ''}
        onClose={() => address.replace({ seller: undefined })}
        title="Invoices and account"
      >
        <EditSeller organizer={organizer} onClose={() => address.replace({ seller: undefined })} />
      </SideDrawer>
      <SideDrawer opened={address.get('edit') !== ''} onClose={close} title={`Edit ${name}`}>
        <EditOrganizer organizer={organizer} onClose={close} />
      </SideDrawer>
    </>
  )
}

function Festivals({ organizer: { id } }: { organizer: Organizer }) {
  const found = useQuery({
    queryKey: ['festivals', 'of', id],
    queryFn: ({ signal }) => festival.me.festivals({ organizer: id, limit: 5 }, { signal }),
  })
  return (
    <Card withBorder p="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Festivals
        </Title>
        <Button
          component={Link}
          href={`/festivals?new=yes&organizer=${id}`}
          size="xs"
          variant="default"
        >
          New festival
        </Button>
      </Group>
      <Shown query={found}>
        {({ festivals, pagination }) => (
          <Stack gap="sm">
            {festivals.map((one) => (
              <Thumbnail
                key={one.id}
                photo={one.photo}
                name={one.name}
                below={<When time={one.start_time} date zone={one.time_zone} />}
              >
                <Anchor component={Link} href={`/festivals/${one.id}`}>
                  {one.name}
                </Anchor>
              </Thumbnail>
            ))}
            {festivals.length === 0 && <Text c="dimmed">None yet.</Text>}
            {pagination.hasMore && (
              <Anchor component={Link} href={`/festivals?organizer=${id}&show=all`}>
                All {pagination.total} festivals
              </Anchor>
            )}
          </Stack>
        )}
      </Shown>
    </Card>
  )
}

function Removal({ organizer: { id, name } }: { organizer: Organizer }) {
  const [, navigate] = useLocation()
  const act = useAct(
    async () => {
      await festival.organizers.delete(id)
      await refreshMe()
    },
    {
      refresh: [['organizers']],
      done: `${name} is deleted`,
      onDone: () => navigate('/organizers', { replace: true }),
      quiet: true,
    },
  )
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Delete the organizer
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Delete its festivals or move them to another organizer first.
      </Text>
      {act.error && (
        <Text c="var(--mantine-color-error)" role="alert" mb="sm">
          {act.error.message}
        </Text>
      )}
      <Group>
        <ConfirmButton
          label="Delete organizer"
          title={`Delete ${name}?`}
          text="It leaves all lists and loses its followers. This cannot be undone."
          confirm="Delete"
          onConfirm={() => act.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </Card>
  )
}
