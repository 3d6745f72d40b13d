import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { DownloadIcon, ExitIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'
import type { Call } from '../components/call-drawer.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { saveFile } from '../components/tables/save-file.ts'
import { useAct } from '../queries.ts'
import { endSession, festival, signOut, useSession } from '../session.ts'
import { EmailState } from './email.tsx'
import { OwnInvitations } from './invitations.tsx'
import { Password } from './password.tsx'
import { Photo } from './photo.tsx'
import { Profile } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { StandingAccess } from './standing-access.tsx'

const calls: Call[] = [
  {
    title: 'Read your profile',
    method: 'GET',
    path: '/users/i',
    code: 'const me = await festival.me.get()',
  },
  {
    title: 'Change your password',
    method: 'PUT',
    path: '/auth/change-password',
    body: { currentPassword: '…', newPassword: '…' },
    code: 'await festival.auth.changePassword({ currentPassword, newPassword })',
  },
  {
    title: 'Export everything stored about you',
    method: 'GET',
    path: '/users/i/export',
    code: 'const everything = await festival.me.export()',
  },
]

/** The user's own account. */
export function AccountPage() {
  const session = useSession()
  if (!session) return null
  const { me } = session
  return (
    <>
      <PageHeader title="Account" description="Your profile, password and data." calls={calls} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" maw={1080}>
        <Part title="Profile">
          <Photo me={me} />
          <Profile me={me} />
        </Part>
        <Stack gap="lg">
          <Part title="E-mail">
            <EmailState me={me} />
          </Part>
          <Part title="Invitations">
            <OwnInvitations />
          </Part>
          <Part title="Password">
            <Password />
          </Part>
          <Part title="Second factor">
            <SecondFactor email={me.email ?? ''} />
          </Part>
          <Part title="Sessions">
            <Sessions />
            <Text size="sm" c="dimmed">
              You stay signed in here for twelve hours.
            </Text>
            <Group>
              <Button
                variant="default"
                leftSection={<ExitIcon aria-hidden />}
                onClick={() => void signOut()}
              >
                Sign out
              </Button>
            </Group>
          </Part>
          <Part title="Open without your password">
            <StandingAccess />
          </Part>
          <Part title="Your data">
            <Export />
            <Erase id={me.id} />
          </Part>
        </Stack>
      </SimpleGrid>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" p="lg">
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}

function Export() {
  const act = useAct(() => festival.me.export(), {
    onDone: (everything) => {
      const json = JSON.stringify(everything, null, 2)
      saveFile('festival-account.json', new Blob([json], { type: 'application/json' }))
    },
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        Profile, payments and tickets, points, interests, notifications and the rest, as one JSON
        file.
      </Text>
      <Button
        variant="default"
        leftSection={<DownloadIcon aria-hidden />}
        loading={act.isPending}
        onClick={() => act.mutate()}
      >
        Download everything stored about me
      </Button>
    </Stack>
  )
}

function Erase({ id }: { id: string }) {
  const act = useAct(() => festival.users.delete(id), { quiet: true, onDone: endSession })
  return (
    <ConfirmButton
      label="Delete my account"
      title="Delete your account?"
      text="You are signed out everywhere and cannot sign in again. Your name, e-mail, photo and interests are erased at once; payments and tickets stay, without a name. This cannot be undone."
      confirm="Delete my account"
      onConfirm={() => act.mutateAsync()}
      style={{ alignSelf: 'flex-start' }}
    />
  )
}
