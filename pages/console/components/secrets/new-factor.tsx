import { Alert, Button, Center, Code, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { plainCode } from '#common/codes/typed-code'
import { useAct } from '../../queries.ts'
import { type Credentials, confirmFactor, offerFactor } from '../../session.ts'
import { CopyText } from '../copy.tsx'
import { CodeField, isCode } from '../fields/code-field.tsx'
import { QrCode } from '../qr.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = {
  given: Credentials
  /** called once the second factor is set up, and its recovery codes are stored */
  onDone?: (() => void) | undefined
}

/** Adds an authenticator app: the secret to scan or type, its first code, then recovery codes to store. */
export function NewFactor({ given, onDone }: Props) {
  const [code, setCode] = useState('')
  // Each opening gets a secret of its own: none is cached.
  const offer = useQuery({
    queryKey: ['new-factor', useId()],
    queryFn: () => offerFactor(given),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const act = useAct(() => confirmFactor({ ...given, code: plainCode(code) }), { quiet: true })
  const failure = offer.error ?? act.error
  if (act.data) {
    const { codes, goOn } = act.data
    return <RecoveryCodes codes={codes} onKept={() => void goOn().then(onDone)} />
  }
  return (
    <Stack>
      {failure && (
        <Alert color="red" role="alert" title="No second factor was added" className="wraps">
          {failure.message}
        </Alert>
      )}
      {offer.isPending && <Loader aria-label="Loading" />}
      {offer.data && (
        <>
          <ShownSecret {...offer.data} />
          <CodeField value={code} onChange={setCode} label="Code that the app shows" />
          <Button loading={act.isPending} disabled={!isCode(code)} onClick={() => act.mutate()}>
            Add it
          </Button>
        </>
      )}
    </Stack>
  )
}

function ShownSecret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <Text size="sm">Scan this with an authenticator app, or enter the secret there.</Text>
      <Center>
        <QrCode text={uri} label="QR code for an authenticator app" />
      </Center>
      <Group wrap="nowrap">
        <Code block tabIndex={0} aria-label="Secret" className="wraps" style={{ flex: 1 }}>
          {secret}
        </Code>
        <CopyText value={secret} label="Copy" />
      </Group>
    </>
  )
}
