import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Router } from 'wouter'
import { Failure, Loading } from './components/states.tsx'
import { InvitationPage } from './invitation.tsx'
import { queries } from './queries.ts'
import { secretIn, takeSecret } from './secret-link.ts'
import { recallSession, useSession } from './session.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { theme, variables } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
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
          <Inside />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Inside() {
  const session = useSession()
  const [failure, setFailure] = useState<Error>()
  const [invitation, setInvitation] = useState(() => secretIn('invitation'))
  useEffect(() => {
    recallSession().catch(setFailure)
  }, [])
  const retry = () => {
    setFailure(undefined)
    recallSession().catch(setFailure)
  }
  if (failure) return <Failure error={failure} retry={retry} />
  if (session === undefined) return <Loading />
  if (invitation) {
    const leave = () => {
      takeSecret('invitation')
      setInvitation(undefined)
    }
    return <InvitationPage token={invitation} onLeave={leave} />
  }
  return session === null ? <SignIn /> : <Shell />
}
