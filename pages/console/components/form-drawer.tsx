import { Alert, Button, Drawer, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'

type Body = {
  onClose: () => void
  /** the form's fields */
  children: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** the change it makes: whether it runs, and why it failed */
  act: Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'error'>
  submit?: string
}

type Props = Body & { opened: boolean; title: string; size?: string }

/** Making and changing a record, beside the list, which stays. */
export function FormDrawer({ opened, title, size = 'md', ...body }: Props) {
  return (
    <SideDrawer opened={opened} onClose={body.onClose} title={title} size={size}>
      <FormBody {...body} />
    </SideDrawer>
  )
}

type Side = Pick<Props, 'opened' | 'onClose' | 'title' | 'size' | 'children'>

/** What opens beside the list: around a `FormBody` whose record has to be read first. */
export function SideDrawer({ opened, onClose, title, size = 'md', children }: Side) {
  // What was shown stays while the drawer closes, though the record is no longer the open one.
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

/** A form's fields, why it was refused, and its buttons. */
export function FormBody({ onClose, children, onSubmit, act, submit = 'Save' }: Body) {
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
          <Button type="submit" loading={act.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
