import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMail } from '../src/messaging/mail/read.ts'
import { until } from './until.ts'

type World = { folder: string }

/**
 * The mails an address received, oldest first, their headers as written to the mail folder and their text
 * decoded; only those `about` something, if given.
 */
export async function mailsTo(world: World, email: string, about = ''): Promise<string[]> {
  const sources = await sourcesTo(world, email, about)
  return Promise.all(
    sources.map(async (source) => {
      const [head = ''] = source.split('\r\n\r\n')
      return `${head}\n\n${(await readMail(Buffer.from(source))).text}`
    }),
  )
}

/** The same as sent, with the HTML. */
export async function sourcesTo({ folder }: World, email: string, about = ''): Promise<string[]> {
  const mail = join(folder, 'mail')
  const files = await readdir(mail).catch(() => [])
  const texts = await Promise.all(
    files
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFile(join(mail, name), 'utf8')),
  )
  return texts.filter(
    (text) => text.split(/\r?\n/).includes(`To: ${email}`) && text.includes(`Subject: ${about}`),
  )
}

/** Waits until an address has received this many mails, and returns the last one. */
export async function nextMailTo(
  world: World,
  email: string,
  { count = 1, about = '' }: { count?: number; about?: string } = {},
): Promise<string> {
  await until(
    `mail ${count} to ${email}`,
    async () => (await mailsTo(world, email, about)).length >= count,
  )
  return (await mailsTo(world, email, about)).at(-1) ?? ''
}
