import { Alert, Button, Checkbox, Code, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../copy.tsx'

type Props = { codes: string[]; onKept: () => void }

/** Recovery codes, shown once: to copy or print. Continues only after the user confirms that they are stored. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const [isKept, setKept] = useState(false)
  return (
    <Stack>
      <Alert color="yellow" title="Keep your recovery codes">
        Each signs you in once, when the app is lost. They are shown this once: store them where
        your phone is not.
      </Alert>
      <Code block tabIndex={0} aria-label="Recovery codes" style={{ whiteSpace: 'pre-wrap' }}>
        {codes.join('\n')}
      </Code>
      <Group>
        <CopyText value={codes.join('\n')} label="Copy" />
        <Button size="xs" variant="default" onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Checkbox
        label="I have kept them"
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Button disabled={!isKept} onClick={onKept}>
        Done
      </Button>
    </Stack>
  )
}
