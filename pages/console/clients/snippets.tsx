import { Tabs } from '@mantine/core'
import { Snippet } from '../components/call-drawer.tsx'

type Credentials = { id: string; secret?: string | undefined }

/** Code that uses the credentials, ready to paste; it contains the secret only while that is shown. */
export function Snippets({ id, secret }: Credentials) {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="curl">curl</Tabs.Tab>
        <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
        <Tabs.Tab value="env">.env</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="curl">
        <Snippet code={inCurl({ id, secret })} />
      </Tabs.Panel>
      <Tabs.Panel value="typescript">
        <Snippet code={inTypeScript({ id })} />
      </Tabs.Panel>
      <Tabs.Panel value="env">
        <Snippet code={inEnv({ id, secret })} />
      </Tabs.Panel>
    </Tabs>
  )
}

// Ids and secrets consist of letters, digits and underscores, so nothing has to be quoted.
function inCurl({ id, secret }: Credentials): string {
  const body =
    secret === undefined
      ? `'{"client_id":"${id}","client_secret":"'"$FESTIVAL_CLIENT_SECRET"'"}'`
      : `'{"client_id":"${id}","client_secret":"${secret}"}'`
  return `TOKEN=$(curl -sS '${location.origin}/auth/client' \\
  -H 'content-type: application/json' \\
  -d ${body} \\
  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

curl -sS '${location.origin}/festivals?time=upcoming' \\
  -H "X-F-Authorization: $TOKEN"`
}

function inTypeScript({ id }: Credentials): string {
  return `import { createFestival } from '@festival/client'

const festival = createFestival({
  baseUrl: '${location.origin}',
  clientId: '${id}',
  clientSecret: process.env.FESTIVAL_CLIENT_SECRET,
})

for await (const { name } of festival.festivals.all({ time: 'upcoming' })) {
  console.log(name)
}`
}

function inEnv({ id, secret }: Credentials): string {
  return `FESTIVAL_URL=${location.origin}
FESTIVAL_CLIENT_ID=${id}
FESTIVAL_CLIENT_SECRET=${secret ?? ''}`
}
