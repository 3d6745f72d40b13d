import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Router, useLocation } from 'wouter'
import { Failure, Loading } from './components/states.tsx'
import { takeRefusal } from './entrance/refusals.ts'
import { SignIn } from './entrance/sign-in.tsx'
import { nonce } from './nonce.ts'
import { queries } from './queries.ts'
import { useMailedLink } from './secret-link.ts'
import { recallSession, useDoor, useSession } from './session.ts'
import { theme, variables } from './theme.ts'

/** The sign-in page is available before the shell, which begins to load at once, while the session is recalled. */
const loadShell = () => import('./shell.tsx')
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))
/** Pages opened from links in mails are loaded on demand. */
const ForgotPassword = lazy(async () => ({
  default: (await import('./entrance/forgot-password.tsx')).ForgotPassword,
}))
const ProviderCode = lazy(async () => ({
  default: (await import('./entrance/second-factor.tsx')).ProviderCode,
}))
const InvitationPage = lazy(async () => ({
  default: (await import('./entrance/invitation.tsx')).InvitationPage,
}))
const ResetPassword = lazy(async () => ({
  default: (await import('./entrance/reset-password.tsx')).ResetPassword,
}))

// A library that Mantine uses adds its own style element and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** The console: the sign-in page, then the shell. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queries}>
        <Router base="/console">
          <Suspense fallback={<Loading />}>
            <Inside />
          </Suspense>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Inside() {
  const session = useSession()
  const door = useDoor()
  const [failure, setFailure] = useState<Error>()
  const [link, leave] = useMailedLink()
  useEffect(() => {
    recallSession().catch(setFailure)
    const refusal = takeRefusal()
    if (refusal) {
      notifications.show({ message: refusal, color: 'red', autoClose: false })
    }
    // If the shell fails to load, it is tried again when it is shown.
    loadShell().catch(() => {})
  }, [])
  const retry = () => {
    setFailure(undefined)
    recallSession().catch(setFailure)
  }
  if (failure) return <Failure error={failure} retry={retry} />
  if (session === undefined) return <Loading />
  if (link?.name === 'invitation') return <InvitationPage token={link.token} onLeave={leave} />
  if (link) return <ResetPassword key={link.token} link={link} onLeave={leave} />
  if (door?.needs_code) return <ProviderCode />
  return session === null ? <Entrance /> : <Shell />
}

/** The pages for a visitor without a session; the page they wanted stays in the address. */
function Entrance() {
  const [location, go] = useLocation()
  if (location === '/forgot-password') return <ForgotPassword />
  if (location === '/reset-password') return <ResetPassword onLeave={() => go('/')} />
  return <SignIn />
}
