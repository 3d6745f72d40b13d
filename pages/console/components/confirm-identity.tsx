import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { canUsePasskeys, signByPasskey } from '../../guide/shop/passkey.ts'
import { answerAsked } from '../asking.ts'
import { useAct } from '../queries.ts'
import { confirmIdentity, FactorNeeded, festival, useDoor } from '../session.ts'
import { CodeField, isCode } from './code-field.tsx'

/** Asks the user to confirm who they are before something that an open session alone must not do. */
export function ConfirmIdentity() {
  return (
    <Modal
      opened
      onClose={() => answerAsked(false)}
      title="Confirm that it is you"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Questions />
    </Modal>
  )
}

function Questions() {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => festival.me.passkeys({ signal }),
    enabled: canUsePasskeys(),
  })
  const door = useDoor()
  const act = useConfirm(() => setNeedsCode(true))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act.mutate({ password, ...(needsCode && { code: code.trim() }) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="Not confirmed" className="wraps">
            {inWords(act.error)}
          </Alert>
        )}
        <Text size="sm">You signed in more than ten minutes ago, so this asks again.</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {needsCode && <CodeField value={code} onChange={setCode} label="Code of your app" />}
        <Button
          type="submit"
          loading={act.isPending}
          disabled={password === '' || (needsCode && !isCode(code))}
        >
          Confirm
        </Button>
        {passkeys.data && passkeys.data.passkeys.length > 0 && (
          <Button
            variant="default"
            disabled={act.isPending}
            onClick={() => act.mutate(signByPasskey)}
          >
            Use a passkey
          </Button>
        )}
        {door && (
          <>
            <Button
              component="a"
              href={`/console/provider?confirm=true&next=${location.pathname}`}
              variant="default"
            >
              Sign in with {door.name}
            </Button>
            <Text size="sm" c="dimmed">
              That leads back to this page. Then do once more what you were about to do.
            </Text>
          </>
        )}
      </Stack>
    </form>
  )
}

/** Confirms, and lets what was asked for go on; a code that is missing is asked for, which is no failure. */
function useConfirm(onCodeNeeded: () => void) {
  return useAct(
    async (given: Parameters<typeof confirmIdentity>[0]) => {
      try {
        await confirmIdentity(given)
      } catch (error) {
        if (!(error instanceof FactorNeeded)) throw error
        onCodeNeeded()
        return false
      }
      return true
    },
    { quiet: true, onDone: (isConfirmed) => isConfirmed && answerAsked(true) },
  )
}

const inWords = ({ message }: Error) =>
  message === 'Invalid credentials' ? 'The password is wrong.' : message
