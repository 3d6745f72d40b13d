import { Alert, Button, Drawer, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'

type Body = {
  onClose: () => void
  /** the fields of the form */
  children: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** the mutation it submits: its progress and its error */
  act: Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'error'>
  submit?: string
  /** the colour of the submit button: red for an action that cannot be undone */
  color?: string
}

type Props = Body & { opened: boolean; title: string; size?: string }

/** A form beside the list, to create or change a record. */
export function FormDrawer({ opened, title, size = 'md', ...body }: Props) {
  return (
    <SideDrawer opened={opened} onClose={body.onClose} title={title} size={size}>
      <FormBody {...body} />
    </SideDrawer>
  )
}

type Side = Pick<Props, 'opened' | 'onClose' | 'title' | 'size' | 'children'>

/** A drawer beside the list, around a `FormBody` with a record that has to be loaded first. */
export function SideDrawer({ opened, onClose, title, size = 'md', children }: Side) {
  // The content stays while the drawer closes, although the record is no longer open.
  const [shown, setShown] = useState({ title, children })
  if (opened && (shown.children !== children || shown.title !== title))
    setShown({ title, children })
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={size}
      title={shown.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown.children}
    </Drawer>
  )
}

/** The fields of a form, the error, and its buttons. */
export function FormBody({ onClose, children, onSubmit, act, submit = 'Save', color }: Body) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={act.isPending} {...(color && { color })}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
