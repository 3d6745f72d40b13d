import { Alert, Button, Checkbox, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CopyText } from '../copy.tsx'

type Props = {
  title: string
  /** the dialog is closed without one */
  secret: string | undefined
  /** the purpose of the secret, and where to store it */
  text: ReactNode
  onDone: () => void
  children?: ReactNode
}

/** Shows a secret once. It closes only after the user confirms that it is stored. */
export function SecretOnce({ title, secret, text, onDone, children }: Props) {
  const [isStored, setStored] = useState(false)
  const done = () => {
    setStored(false)
    onDone()
  }
  return (
    <Modal
      opened={secret !== undefined}
      onClose={done}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
    >
      <Stack>
        <Alert color="yellow" title="This is shown once">
          {text}
        </Alert>
        <Group wrap="nowrap" align="center">
          <Code
            block
            tabIndex={0}
            className="wraps"
            style={{ flex: 1, whiteSpace: 'pre-wrap' }}
            aria-label="Secret"
          >
            {secret}
          </Code>
          <CopyText value={secret ?? ''} label="Copy" />
        </Group>
        {children}
        <Checkbox
          label="I have stored it"
          checked={isStored}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            A lost secret cannot be recovered, only replaced.
          </Text>
          <Button disabled={!isStored} onClick={done}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
