import { Code, Drawer, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { CopyText } from './copy.tsx'

/** An API call as the console makes it. */
export type Call = {
  title: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** the same call with the TypeScript client */
  code: string
}

/** The API calls behind a page, to copy: as curl and with the TypeScript client. */
export function CallDrawer({
  opened,
  onClose,
  calls,
}: {
  opened: boolean
  onClose: () => void
  calls: Call[]
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title="See as API call"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          $CLIENT is a client’s token, $USER that of a user; see the API reference for how to get
          them.
        </Text>
        {calls.map((call) => (
          <section key={call.title}>
            <Title order={3} size="h5" mb={4}>
              {call.title}
            </Title>
            <Tabs defaultValue="curl">
              <Tabs.List>
                <Tabs.Tab value="curl">curl</Tabs.Tab>
                <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="curl">
                <Snippet code={curlOf(call)} />
              </Tabs.Panel>
              <Tabs.Panel value="typescript">
                <Snippet code={call.code} />
              </Tabs.Panel>
            </Tabs>
          </section>
        ))}
      </Stack>
    </Drawer>
  )
}

/** Code to read and to copy. */
export function Snippet({ code }: { code: string }) {
  return (
    <Stack gap={4} mt="xs">
      <Code block tabIndex={0} aria-label="Code">
        {code}
      </Code>
      <Group justify="flex-end">
        <CopyText value={code} label="Copy" />
      </Group>
    </Stack>
  )
}

function curlOf({ method, path, body }: Call): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${location.origin}${path}'`,
    `  -H "X-F-Authorization: $CLIENT"`,
    `  -H "X-F-Authentication: $USER"`,
    ...(body === undefined
      ? []
      : [
          `  -H 'content-type: application/json'`,
          `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n')
}
