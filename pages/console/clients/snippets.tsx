import { Tabs } from '@mantine/core'
import type { Client } from '../../../client/src/index.ts'
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
        <Snippet code={inTypeScript({ id, secret: 'process.env.FESTIVAL_CLIENT_SECRET' })} />
      </Tabs.Panel>
      <Tabs.Panel value="env">
        <Snippet code={inEnv({ id, secret })} />
      </Tabs.Panel>
    </Tabs>
  )
}

type Page = Pick<Client, 'id' | 'origins'>

/** Code for a page or an app, ready to paste: it holds no secret. */
export function PageSnippets({ client }: { client: Page }) {
  return (
    <Tabs defaultValue="typescript" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
        <Tabs.Tab value="curl">curl</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="typescript">
        <Snippet code={inTypeScript({ id: client.id })} />
      </Tabs.Panel>
      <Tabs.Panel value="curl">
        <Snippet code={inCurlOf(client)} />
      </Tabs.Panel>
    </Tabs>
  )
}

function inCurlOf({ id, origins: [origin] }: Page): string {
  const from = origin === undefined ? '' : ` \\\n  -H 'origin: ${origin}'`
  return `TOKEN=$(curl -sS '${location.origin}/auth/client'${from} \\
  -H 'content-type: application/json' \\
  -d '{"client_id":"${id}"}' \\
  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

curl -sS '${location.origin}/festivals?time=upcoming'${from} \\
  -H "X-F-Authorization: $TOKEN"`
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

/** `secret` is the code that reads it; a publishable client has none. */
function inTypeScript({ id, secret }: Credentials): string {
  const line = secret === undefined ? '' : `\n  clientSecret: ${secret},`
  return `import { createFestival } from '@festival/client'

const festival = createFestival({
  baseUrl: '${location.origin}',
  clientId: '${id}',${line}
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
