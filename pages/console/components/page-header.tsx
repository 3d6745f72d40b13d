import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { CodeIcon } from '@radix-ui/react-icons'
import type { ReactNode } from 'react'
import { useDeveloper } from '../developer.ts'
import { type Call, CallDrawer } from './call-drawer.tsx'

type Props = {
  title: string
  description?: ReactNode
  /** buttons on the right */
  actions?: ReactNode
  /** the API calls of the page, for developers */
  calls?: Call[]
}

const none: Call[] = []

/** The header of a page: its title, description, actions and API calls. */
export function PageHeader({ title, description, actions, calls = none }: Props) {
  const [isOpen, { open, close }] = useDisclosure()
  const [isDeveloper] = useDeveloper()
  useDocumentTitle(`${title} · Festival console`)
  return (
    <Group justify="space-between" align="flex-start" mb={{ base: 'sm', sm: 'lg' }} gap="md">
      <Stack gap={4} maw={720}>
        <Title order={1} size="h2" className="wraps">
          {title}
        </Title>
        {description && <Text c="dimmed">{description}</Text>}
      </Stack>
      <Group gap="xs">
        {isDeveloper && calls.length > 0 && (
          <Button variant="default" leftSection={<CodeIcon aria-hidden />} onClick={open}>
            See as API call
          </Button>
        )}
        {actions}
      </Group>
      <CallDrawer opened={isOpen} onClose={close} calls={calls} />
    </Group>
  )
}
