import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { plainCode } from '#common/codes/typed-code'
import { canUsePasskeys, signByPasskey } from '../../../guide/shop/passkey.ts'
import { answerAsked } from '../../asking.ts'
import { useAct } from '../../queries.ts'
import {
  confirmIdentity,
  FactorNeeded,
  festival,
  mailConfirmationCode,
  useDoor,
  waysToConfirm,
} from '../../session.ts'
import { CodeField, isCode } from '../fields/code-field.tsx'

/** Asks the user to confirm their identity before an action that an open session alone does not allow. */
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
  const ways = useQuery({ queryKey: ['ways-to-confirm'], queryFn: waysToConfirm })
  const [secret, setSecret] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const act = useConfirm(() => setNeedsCode(true))
  const byMail = ways.data?.mail === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const factor = needsCode && { code: plainCode(code) }
    act.mutate(
      byMail ? { mailed_code: plainCode(secret), ...factor } : { password: secret, ...factor },
    )
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
        {byMail ? (
          <MailedCode value={secret} onChange={setSecret} />
        ) : (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
        )}
        {needsCode && <CodeField value={code} onChange={setCode} label="Code of your app" />}
        <Button
          type="submit"
          loading={act.isPending}
          disabled={secret === '' || (needsCode && !isCode(code))}
        >
          Confirm
        </Button>
        <OtherWays isPending={act.isPending} onPasskey={() => act.mutate(signByPasskey)} />
      </Stack>
    </form>
  )
}

/** A code that is mailed on request, for an account without a password. */
function MailedCode({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const mail = useAct(mailConfirmationCode, { quiet: true })
  return (
    <>
      <Text size="sm">
        Your account has no password. We mail you a code, which confirms that it is you.
      </Text>
      {mail.error && (
        <Alert color="red" role="alert" title="No mail was sent" className="wraps">
          {mail.error.message}
        </Alert>
      )}
      {mail.isSuccess ? (
        <CodeField value={value} onChange={onChange} label="Code of the mail" />
      ) : (
        <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate()}>
          Mail me a code
        </Button>
      )}
    </>
  )
}

/** Buttons for a passkey and for the identity provider. */
function OtherWays({ isPending, onPasskey }: { isPending: boolean; onPasskey: () => void }) {
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => festival.me.passkeys({ signal }),
    enabled: canUsePasskeys(),
  })
  const door = useDoor()
  return (
    <>
      {passkeys.data && passkeys.data.passkeys.length > 0 && (
        <Button variant="default" disabled={isPending} onClick={onPasskey}>
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
    </>
  )
}

/** Confirms, and lets the requested action continue; asks for a missing code, which does not count as a failure. */
function useConfirm(onCodeNeeded: () => void) {
  return useAct(
    async (given: Parameters<typeof confirmIdentity>[0]) => {
      try {
        await confirmIdentity(given)
      } catch (error) {
        if (!(error instanceof FactorNeeded)) throw error
        if (!error.enrolled) throw new Error(noFactor, { cause: error })
        onCodeNeeded()
        return false
      }
      return true
    },
    { quiet: true, onDone: (isConfirmed) => isConfirmed && answerAsked(true) },
  )
}

const noFactor =
  'This needs a second factor, and your account has none here. Set a password with “Forgot your password?” on the sign-in page, and sign in with it: that adds one.'

const inWords = ({ message }: Error) =>
  message === 'Invalid credentials' ? 'The password is wrong.' : message
