import { Button, Card, Center, Grid, NavLink, Stack, Text, Title } from '@mantine/core'
import { EnvelopeOpenIcon, ReloadIcon } from '@radix-ui/react-icons'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { Link, useLocation, useRoute } from 'wouter'
import type { CaughtMail, ListMailAnswer } from '../../../client/src/index.ts'
import type { Call } from '../components/call-drawer.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Ago } from '../components/relative.tsx'
import { Empty, Failure, Loading, Shown } from '../components/states.tsx'
import { When } from '../components/tables/figures.tsx'
import { festival } from '../session.ts'
import { Attachments } from './attachments.tsx'
import { Content } from './content.tsx'
import './mail.css'

const calls: Call[] = [
  {
    title: 'The newest mail',
    method: 'GET',
    path: '/mail?limit=1',
    code: 'const { mails: [newest] } = await festival.mail.list({ limit: 1 })',
  },
]

/** Mail that was caught instead of sent, during development. */
export function MailPage() {
  const [, go] = useLocation()
  const [, params] = useRoute('/mail/:id')
  const query = useInfiniteQuery({
    queryKey: ['mail'],
    queryFn: ({ pageParam, signal }) =>
      festival.mail.list({ ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
    // A mail appears a second or two after the action that sends it.
    refetchInterval: 5_000,
  })
  const openNewest = async () => {
    const { data } = await query.refetch()
    const newest = data?.pages[0]?.mails[0]
    if (newest) go(`/mail/${encodeURIComponent(newest.id)}`)
  }
  return (
    <>
      <PageHeader
        title="Mail"
        description="While SMTP_URL is not set, the service sends no mail. What it would send appears here."
        calls={calls}
        actions={
          <Button
            variant="default"
            leftSection={<ReloadIcon aria-hidden />}
            onClick={() => void openNewest()}
          >
            Open the newest
          </Button>
        }
      />
      <Box query={query} openedId={params?.id} />
    </>
  )
}

type BoxProps = {
  query: UseInfiniteQueryResult<InfiniteData<ListMailAnswer>>
  openedId: string | undefined
}

function Box({ query, openedId }: BoxProps) {
  if (query.isPending) return <Loading />
  if (query.isError && !query.data)
    return <Failure error={query.error} retry={() => void query.refetch()} />
  const mails = query.data?.pages.flatMap(({ mails }) => mails) ?? []
  if (mails.length === 0)
    return (
      <Empty
        title="No mail yet"
        text="Request a new password in your application, and the mail appears here."
      />
    )
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Mails
          mails={mails}
          openedId={openedId}
          more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        {openedId ? <Reading key={openedId} id={openedId} /> : <NothingOpen />}
      </Grid.Col>
    </Grid>
  )
}

type MailsProps = {
  mails: CaughtMail[]
  openedId: string | undefined
  more: (() => void) | undefined
}

function Mails({ mails, openedId, more }: MailsProps) {
  return (
    <Card withBorder p={6} component="nav" aria-label="Caught mail" className="mail-list">
      {mails.map(({ id, subject, to, at }) => (
        <NavLink
          key={id}
          component={Link}
          href={`/mail/${encodeURIComponent(id)}`}
          active={id === openedId}
          aria-current={id === openedId ? 'true' : undefined}
          label={subject || '(no subject)'}
          description={
            <>
              {to} · <Ago time={at} />
            </>
          }
          className="wraps"
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      ))}
      {more && (
        <Center p="xs">
          <Button variant="default" size="xs" onClick={more}>
            Load more
          </Button>
        </Center>
      )}
    </Card>
  )
}

function Reading({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['mail', 'one', id],
    queryFn: ({ signal }) => festival.mail.get(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Shown query={query}>
      {({ subject, to, at, text, html, attachments }) => (
        <Card withBorder p="lg" component="article">
          <Stack gap="xs">
            <Title order={2} size="h4" className="wraps">
              {subject || '(no subject)'}
            </Title>
            <Text size="sm" c="dimmed" className="wraps">
              To {to} · <When time={at} /> UTC
            </Text>
            {attachments.length > 0 && <Attachments id={id} attachments={attachments} />}
            <Content text={text} html={html} />
          </Stack>
        </Card>
      )}
    </Shown>
  )
}

function NothingOpen() {
  return (
    <Card withBorder>
      <Center py="xl">
        <Stack align="center" gap="xs">
          <EnvelopeOpenIcon aria-hidden width={28} height={28} />
          <Text c="dimmed">Select a mail to read it.</Text>
        </Stack>
      </Center>
    </Card>
  )
}
