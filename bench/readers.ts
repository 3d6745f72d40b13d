/** The service, and the two servers it is compared with, on one catalogue. */
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Contestant } from './contest.ts'
import { run as query } from './databases.ts'
import { differences } from './differences.ts'
import type { BareAnswer } from './reference/bare.ts'
import type { Run } from './run.ts'
import { startServer } from './server.ts'
import { startService, tokensFor } from './service.ts'

export type Readers = Awaited<ReturnType<typeof openReaders>>

/** Starts all three. */
export async function openReaders(run: Run, size: number) {
  const { databases, say, closing } = run
  const database = await databases.catalogue(size)
  const { folder } = databases
  const [reader] = await query<{ user_id: string }>(
    database,
    'select user_id from interests limit 1',
  )
  say(`starting the service, Express and a bare server on ${size} festivals`)
  const service = await startService(run, { database })
  const tokens = await tokensFor(database, [reader?.user_id ?? ''])
  const { headers } = tokens
  const log = join(folder, 'references.log')
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: database,
    CLIENT_TOKEN: headers['x-f-authorization'],
  }
  const express = await startServer(closing, { file: 'bench/reference/express.ts', env, log })
  const bare = await startServer(closing, { file: 'bench/reference/bare.ts', env: {}, log })
  const contestants = {
    service: { name: 'service', url: service.url, server: service },
    bare: { name: 'bare', url: await bare.hear<string>('url'), server: bare },
    express: { name: 'Express', url: await express.hear<string>('url'), server: express },
  } satisfies Record<string, Contestant>
  return {
    ...contestants,
    database,
    /** of a client, and of a user who follows an artist */
    headers,
    userHeaders: tokens.users[0] ?? {},
    /** Makes the bare server return the answer of the service. */
    copy: async (path: string, asked: Record<string, string>) => {
      const answer = await ask(service.url + path, asked)
      const told = bare.hear('told')
      const { date: _date, connection: _connection, 'keep-alive': _alive, ...kept } = answer.headers
      bare.send({
        headers: asText(kept),
        body: answer.body.toString('base64'),
      } satisfies BareAnswer)
      await told
    },
  }
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** One GET, without the headers fetch would add. */
export async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(url, { headers }, resolve).on('error', reject)
  const answer = await promise
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: await buffer(answer),
  }
}

function asText(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value}`]))
}

/** The ids of some festivals. */
export async function idsOf(database: string, many: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    database,
    'select id from festivals order by id limit $1',
    [many],
  )
  return rows.map(({ id }) => id)
}

/**
 * Both must return the same, otherwise a comparison means nothing. Each has photos at its own address.
 * @throws Error that lists the fields in which they differ
 */
export async function requireSame({ service, express, headers }: Readers, path: string) {
  const [ours, theirs] = await Promise.all(
    [service, express].map(({ url }) => answerOf(url, path, headers)),
  )
  const found = differences(ours, theirs)
  if (found.length > 0) {
    throw new Error(`Express answers ${path} differently: ${found.slice(0, 20).join('; ')}`)
  }
}

/** The JSON of one GET, without the address of its server. @throws Error when its status is not 200 */
export async function answerOf(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<unknown> {
  const { status, body } = await ask(url + path, headers)
  if (status !== 200)
    throw new Error(`${path} answered ${status}: ${body.toString().slice(0, 300)}`)
  return JSON.parse(body.toString().replaceAll(url, ''))
}
