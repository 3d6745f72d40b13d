import {
  ActionIcon,
  AppShell,
  Avatar,
  Burger,
  Group,
  NavLink,
  Popover,
  ScrollArea,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { MoonIcon } from '@radix-ui/react-icons'
import { lazy, Suspense, useEffect } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import logo from '../shared/logo.svg'
import { useIsAsked } from './asking.ts'
import { Boundary } from './components/boundary.tsx'
import { Empty, Loading } from './components/states.tsx'
import { useDeveloper } from './developer.ts'
import { PaletteOpener } from './palette/opener.tsx'
import { useRights } from './rights.ts'
import { type Section, sections } from './sections.tsx'
import { signOut, useSession } from './session.ts'

/** Loaded on demand. */
const ConfirmIdentity = lazy(async () => ({
  default: (await import('./components/secrets/confirm-identity.tsx')).ConfirmIdentity,
}))

const ReviewStandingAccess = lazy(async () => ({
  default: (await import('./account/standing-access.tsx')).ReviewStandingAccess,
}))

const SandboxClock = lazy(async () => ({
  default: (await import('./sandbox/clock.tsx')).SandboxClock,
}))

/** The frame of every page: the menu at the side, the account at the top. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const [location] = useLocation()
  const rights = useRights()
  const isAsked = useIsAsked()
  const shown = sections.filter(({ isFor }) => isFor?.(rights) ?? true)
  useEffect(close, [location, close])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header isOpen={isOpen} toggle={toggle} />
      <AppShell.Navbar p="xs" aria-label="Sections">
        <ScrollArea type="auto">
          {(['Run', 'Sell', 'People', 'Build'] as const).map((group) => (
            <MenuGroup
              key={group}
              name={group}
              sections={shown.filter((section) => section.group === group)}
            />
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Boundary resetOn={location}>
          <Suspense fallback={<Loading />}>
            <Switch>
              {shown.map(({ path, page }) => (
                <Route key={path} path={path === '/' ? path : `${path}/*?`} component={page} />
              ))}
              <Route>
                <Empty
                  title="Page not found"
                  text="It may have moved, or your account has no access to it."
                />
              </Route>
            </Switch>
          </Suspense>
        </Boundary>
      </AppShell.Main>
      <Suspense>{isAsked ? <ConfirmIdentity /> : <ReviewStandingAccess />}</Suspense>
    </AppShell>
  )
}

function Header({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const isSandbox = useSession()?.isSandbox
  return (
    <AppShell.Header zIndex={150}>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label="Menu"
            aria-expanded={isOpen}
          />
          <img src={logo} width={28} height={28} alt="" />
          <Text fw={650} {...(isSandbox && { visibleFrom: 'sm' })}>
            Festival
          </Text>
        </Group>
        <Group gap="xs" wrap="nowrap">
          {isSandbox && (
            <Suspense>
              <SandboxClock />
            </Suspense>
          )}
          <PaletteOpener />
          <SchemeToggle />
          <Person />
        </Group>
      </Group>
    </AppShell.Header>
  )
}

function MenuGroup({ name, sections }: { name: string; sections: Section[] }) {
  const [location] = useLocation()
  if (sections.length === 0) return null
  return (
    <>
      <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
        {name}
      </Text>
      {sections.map(({ path, label, icon: Icon }) => {
        const isHere =
          path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
        return (
          <NavLink
            key={path}
            component={Link}
            href={path}
            label={label}
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            leftSection={<Icon aria-hidden width={16} height={16} />}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        )
      })}
    </>
  )
}

function SchemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label="Light or dark"
      onClick={toggleColorScheme}
    >
      <MoonIcon />
    </ActionIcon>
  )
}

function Person() {
  const session = useSession()
  const [isDeveloper, setDeveloper] = useDeveloper()
  if (!session) return null
  const { firstName, lastName, email, photo } = session.me
  const name = `${firstName} ${lastName}`
  return (
    <Popover position="bottom-end" width={240} trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" size="lg" radius="xl" aria-label={`Account of ${name}`}>
          <Avatar src={photo} size="sm" color="brand" alt="" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Account">
        <Text size="sm" px="sm" py={4} className="wraps">
          {name}
          <br />
          <Text component="span" size="sm" c="dimmed">
            {email}
          </Text>
        </Text>
        <NavLink component={Link} href="/account" label="Account" />
        <NavLink href="/docs" label="API reference" />
        <NavLink
          component="button"
          role="switch"
          aria-checked={isDeveloper}
          label="Show API calls"
          rightSection={isDeveloper ? 'on' : 'off'}
          onClick={() => setDeveloper(!isDeveloper)}
        />
        <NavLink component="button" label="Sign out" onClick={() => void signOut()} />
      </Popover.Dropdown>
    </Popover>
  )
}
