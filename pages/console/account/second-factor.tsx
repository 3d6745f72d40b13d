import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { plainCode } from '#common/codes/typed-code'
import type { SecondFactor as Factor } from '../../../client/src/index.ts'
import { CodeField, isCode } from '../components/fields/code-field.tsx'
import { Ago } from '../components/relative.tsx'
import { NewFactor } from '../components/secrets/new-factor.tsx'
import { RecoveryCodes } from '../components/secrets/recovery-codes.tsx'
import { Failure } from '../components/states.tsx'
import { queries, useAct } from '../queries.ts'
import { type Credentials, festival } from '../session.ts'

const queryKey = ['second-factor']
const refresh = [queryKey, ['sessions']]
const readAgain = () => void queries.invalidateQueries({ queryKey })

/** The authenticator app and the recovery codes of the user. */
export function SecondFactor({ email }: { email: string }) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => festival.me.secondFactor({ signal }),
  })
  const [dialog, setDialog] = useState<'add' | 'codes' | 'remove'>()
  const close = () => setDialog(undefined)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <Stack>
      <State factor={data} />
      <Group>
        <Button variant="default" onClick={() => setDialog('add')}>
          {data.enabled ? 'Use another app' : 'Add an authenticator app'}
        </Button>
        {data.enabled && (
          <Button variant="default" onClick={() => setDialog('codes')}>
            New recovery codes
          </Button>
        )}
        {data.enabled && !data.required && (
          <Button variant="light" color="red" onClick={() => setDialog('remove')}>
            Remove
          </Button>
        )}
      </Group>
      <Dialog title="Authenticator app" isOpen={dialog === 'add'} onClose={close}>
        <Add email={email} enabled={data.enabled} onDone={close} />
      </Dialog>
      <Dialog title="New recovery codes" isOpen={dialog === 'codes'} onClose={close}>
        <NewCodes onDone={close} />
      </Dialog>
      <Dialog title="Remove the second factor" isOpen={dialog === 'remove'} onClose={close}>
        <Remove onDone={close} />
      </Dialog>
    </Stack>
  )
}

function State({ factor }: { factor: Factor }) {
  const { enabled_at, recovery_codes_left: left, required } = factor
  if (!enabled_at) {
    return (
      <Text size="sm" className="wraps">
        Signing in asks for your password alone. An authenticator app on your phone shows a code
        beside it, which a thief of the password does not have.
      </Text>
    )
  }
  return (
    <Text size="sm" component="div" className="wraps">
      Signing in asks for a code of your app, since <Ago time={enabled_at} />. {left} recovery{' '}
      {left === 1 ? 'code is' : 'codes are'} left.{required && ' It is required here.'}
    </Text>
  )
}

type DialogProps = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/** A closed dialog has no state: it starts anew each time it is opened. */
function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      {isOpen && children}
    </Modal>
  )
}

type AddProps = { email: string; enabled: boolean; onDone: () => void }

/** Asks for the password, and a code of the current app, before a new secret is shown. */
function Add({ email, enabled, onDone }: AddProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [given, setGiven] = useState<Credentials>()
  if (given) {
    const done = () => {
      readAgain()
      onDone()
    }
    return <NewFactor given={given} onDone={done} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setGiven({ email, password, ...(enabled && { code: plainCode(code) }) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">It signs you out everywhere else.</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {enabled && <CodeField value={code} onChange={setCode} label="Code of the app so far" />}
        <Button type="submit" disabled={password === '' || (enabled && !isCode(code))}>
          Continue
        </Button>
      </Stack>
    </form>
  )
}

type CodeProps = {
  failure: { title: string; error: Error | null }
  isPending: boolean
  submit: string
  onSubmit: (code: string) => void
  children: ReactNode
}

/** Asks for a code, to prove possession of the second factor. */
function WithCode({ failure, isPending, submit, onSubmit, children }: CodeProps) {
  const [code, setCode] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(plainCode(code))
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {failure.error && (
          <Alert color="red" role="alert" title={failure.title} className="wraps">
            {failure.error.message}
          </Alert>
        )}
        <Text size="sm">{children}</Text>
        <CodeField value={code} onChange={setCode} />
        <Button type="submit" loading={isPending} disabled={!isCode(code)}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const act = useAct((code: string) => festival.me.renewRecoveryCodes({ code }), {
    refresh,
    quiet: true,
  })
  if (act.data) return <RecoveryCodes codes={act.data.recovery_codes} onKept={onDone} />
  const failure = { title: 'The codes stay as they are', error: act.error }
  return (
    <WithCode
      failure={failure}
      isPending={act.isPending}
      submit="Make new codes"
      onSubmit={act.mutate}
    >
      The codes that you have now work no more.
    </WithCode>
  )
}

function Remove({ onDone }: { onDone: () => void }) {
  const act = useAct((code: string) => festival.me.removeSecondFactor({ code }), {
    refresh,
    quiet: true,
    done: 'The second factor is removed',
    onDone,
  })
  const failure = { title: 'Nothing was removed', error: act.error }
  return (
    <WithCode failure={failure} isPending={act.isPending} submit="Remove" onSubmit={act.mutate}>
      Signing in asks for your password alone then.
    </WithCode>
  )
}
