import { Alert, Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { isTyped, TypedName } from './fields/typed-name.tsx'

type Props = ButtonProps & {
  label: ReactNode
  title: string
  /** the effect, and when it begins */
  text: ReactNode
  /** the label of the button that confirms */
  confirm: string
  /** a name that has to be typed first */
  typed?: string | undefined
  /** called on confirmation; when it fails, the error is shown and the dialog stays open */
  onConfirm: () => Promise<unknown>
}

/** A button for an action that others notice at once: it explains the effect and asks for confirmation first. */
export function ConfirmButton({ label, title, text, confirm, typed, onConfirm, ...button }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [name, setName] = useState('')
  const ask = () => {
    setFailure(undefined)
    setName('')
    open()
  }
  const act = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : `${error}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button color="red" variant="light" flex="none" {...button} onClick={ask}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <Stack>
          {failure && (
            <Alert color="red" role="alert" title="This could not be done" className="wraps">
              {failure}
            </Alert>
          )}
          <Text component="div" className="wraps">
            {text}
          </Text>
          {typed !== undefined && <TypedName name={typed} value={name} onChange={setName} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Back
            </Button>
            <Button
              color={button.color ?? 'red'}
              disabled={typed !== undefined && !isTyped(name, typed)}
              loading={isBusy}
              onClick={() => void act()}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
