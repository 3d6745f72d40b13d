import { Anchor, Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { plainCode } from '#common/codes/typed-code'
import { CodeField, isCode } from '../components/fields/code-field.tsx'
import { NewFactor } from '../components/secrets/new-factor.tsx'
import { useAct } from '../queries.ts'
import { type Credentials, deleteProviderCode, giveProviderCode, signIn } from '../session.ts'
import { EntranceCard } from './card.tsx'

type Props = {
  /** the first factor, which was correct */
  given: Credentials
  /** true if the account has a second factor; else it has to set one up first */
  enrolled: boolean
  onBack: () => void
  /** called once the session has begun */
  onDone?: (() => void) | undefined
}

/** Asks for the second factor; sets up a new one if there is none yet. */
export function SecondFactor({ given, enrolled, onBack, onDone }: Props) {
  const back = (
    <Anchor component="button" type="button" size="sm" onClick={onBack}>
      Back to signing in
    </Anchor>
  )
  if (!enrolled) {
    return (
      <EntranceCard
        title="Add a second factor"
        text="A password alone does not sign in here. An authenticator app on your phone shows a code beside it."
        plain
      >
        <NewFactor given={given} onDone={onDone} />
        {back}
      </EntranceCard>
    )
  }
  return <GiveCode enter={(code) => signIn({ ...given, code })} back={back} onDone={onDone} />
}

/** Asks a user returning from the identity provider for a code of their second factor here. */
export function ProviderCode() {
  const back = (
    <Anchor component="button" type="button" size="sm" onClick={deleteProviderCode}>
      Back to signing in
    </Anchor>
  )
  return <GiveCode enter={giveProviderCode} back={back} />
}

type CodePrompt = {
  enter: (code: string) => Promise<void>
  back: ReactNode
  onDone?: (() => void) | undefined
}

function GiveCode({ enter, back, onDone }: CodePrompt) {
  const [code, setCode] = useState('')
  const act = useAct(() => enter(plainCode(code)), {
    quiet: true,
    onDone: () => onDone?.(),
  })
  return (
    <EntranceCard
      title="Enter a code"
      text="Your authenticator app shows six digits."
      failure={act.error ? { title: 'You are not signed in', text: act.error.message } : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        act.mutate()
      }}
    >
      <CodeField value={code} onChange={setCode} />
      <Text size="sm" c="dimmed">
        Without the app, enter one of your recovery codes. Each works once.
      </Text>
      <Button type="submit" loading={act.isPending} disabled={!isCode(code)} fullWidth>
        Sign in
      </Button>
      {back}
    </EntranceCard>
  )
}
