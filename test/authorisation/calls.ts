/** Calls of every operation of the description, by any caller. */
import { scopes } from '#core/access'
import { hashPassword } from '#platform/secrets/passwords'
import { describedBy, needsToken } from '../described.ts'
import type { Answer, World } from '../world.ts'
import { inOrder, requestOf } from './requests.ts'
import type { Caller, Scene, Stage } from './scene.ts'

type Described = { security?: object[] }

/** The operations of a world, as `GET /festivals`, in an order in which a scene can run them. */
export function operationsOf({ app }: Pick<World, 'app'>) {
  const { paths = {} } = describedBy(app) as { paths?: Record<string, Record<string, Described>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      security,
    })),
  )
  const operationsWith = (is: (security: object[]) => boolean) =>
    inOrder(described.filter(({ security }) => is(security)).map(({ name }) => name))
  return {
    all: operationsWith(() => true),
    /** operations that need a token, whatever is asked for */
    closed: operationsWith(needsToken),
    /** operations that need a user's token, whatever is asked for */
    ofUsers: operationsWith(
      (security) =>
        needsToken(security) &&
        security.some(hasUser) &&
        !security.some((way) => 'client' in way && !hasUser(way)),
    ),
  }
}

const hasUser = (way: object) => 'user' in way

const password = 'correct horse battery staple'

/** What the scenes of a file share. */
export async function aStage(world: World): Promise<Stage> {
  const file = { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('Hello') }
  const mail = { to: 'ada@people.example', subject: 'Hello', text: 'Hello' }
  await world.mailer.send({ ...mail, attachments: [file] })
  const { body } = await world.get('/mail', { as: await world.aUser({ roles: ['admin'] }) })
  return {
    world,
    client: (await world.aClient([...scopes])).token,
    password,
    hash: await hashPassword(password),
    mail: body.mails[0].id,
  }
}

/** The tokens a caller sends. */
export const headersOf = ({ client, user }: Caller): Record<string, string> => ({
  ...(client !== null && { 'x-f-authorization': client }),
  ...(user !== null && { 'x-f-authentication': user }),
})

/** Calls an operation on the records of a scene. */
export function askerOf({ call }: Pick<World, 'call'>) {
  return (operation: string, scene: Scene, caller: Caller): Promise<Answer> => {
    const { method, url, body, headers } = requestOf(operation, scene)
    return call(method, url, { client: null, headers: { ...headersOf(caller), ...headers }, body })
  }
}
