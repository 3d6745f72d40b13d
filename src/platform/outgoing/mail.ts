import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type * as nodemailer from 'nodemailer'
import { type What } from '#platform/observe/span'
import { traced } from '#platform/observe/tracing'
import { diskStore, type PhotoStore } from '#platform/photos/stores'
import { withAsciiDomain } from '#platform/values/email'

export type Attachment = { filename: string; contentType: string; content: Buffer }
/**
 * `html` has the same content as `text`. `key` names the subject of the mail: mails with the same key have one message
 * id, by which mail programs know that a second one is the first again. `unsubscribe` is the address that switches such
 * mails off, by a POST without a cookie (RFC 8058). `replyTo` is one address, to which answers go.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string | undefined
  attachments?: Attachment[]
  key?: string
  unsubscribe?: string
}
export type Mailer = { send(mail: Mail): Promise<{ file?: string }>; close(): void }

// In ms. `send` is the whole of one mail, its wait in line included: a server that trickles its
// replies never lets the socket fall silent.
const patience = { connection: 5_000, greeting: 5_000, socket: 10_000, send: 60_000 }

const usual = (scale: number): typeof patience => ({
  connection: patience.connection * scale,
  greeting: patience.greeting * scale,
  socket: patience.socket * scale,
  send: patience.send * scale,
})

// The content of a mail is text, never the path or address of something to attach.
const closed = { disableFileAccess: true, disableUrlAccess: true }

type Nodemailer = typeof nodemailer

/** Sends a mail; without SMTP, the log and the result name the file it became. */
export async function post(
  { mailer, log }: { mailer: Mailer; log: Pick<FastifyBaseLogger, 'info'> },
  mail: Mail,
): Promise<{ file?: string }> {
  const sent = await mailer.send(mail)
  if (sent.file) log.info(sent, 'No SMTP_URL is set: a mail was written to this file')
  return sent
}

/** A transport that is opened with the first mail: no start waits for its library to load. */
function opened<T extends { close(): void }>(open: (library: Nodemailer) => T) {
  let transport: Promise<T> | undefined
  return {
    open: () => {
      transport ??= import('nodemailer').then(open)
      return transport
    },
    close: () => void transport?.then((one) => one.close()),
  }
}

/**
 * Sends mails, as text and as HTML: through SMTP when `smtpUrl` is given (`smtp://` takes TLS where the server offers
 * it, `?requireTLS=true` insists, `smtps://` begins with it); else every mail becomes an `.eml` file in `folder` (made
 * when missing, for this account alone), the newest 1,000 of which stay, and its path is returned.
 * `send` throws when `to` is not exactly one address, and when the server refuses or is silent; the error repeats no
 * e-mail address, so it may be logged. `timeouts` are in ms, the usual ones times `timeoutScale`.
 */
export function createMailer(options: {
  smtpUrl?: string | undefined
  from: string
  folder: string
  timeouts?: Partial<typeof patience>
  timeoutScale?: number
}): Mailer {
  const { smtpUrl, from, folder, timeoutScale = 1 } = options
  return smtpUrl
    ? smtpMailer(smtpUrl, from, { ...usual(timeoutScale), ...options.timeouts })
    : folderMailer(folder, from)
}

function smtpMailer(url: string, from: string, timeouts: typeof patience): Mailer {
  const transport = opened(({ createTransport }) =>
    createTransport({
      url,
      pool: true,
      // Tries once more, for a pooled connection that the server closed while it was idle.
      maxRequeues: 1,
      connectionTimeout: timeouts.connection,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.socket,
      dnsTimeout: timeouts.connection,
      ...closed,
    }),
  )
  return {
    async send(given) {
      const signal = AbortSignal.timeout(timeouts.send)
      const post = await transport.open()
      const mail = { ...enveloped(given, from), signal }
      await traced(sending, () => post.sendMail(mail)).catch((error: unknown) => {
        throw withoutAddresses(error)
      })
      return {}
    },
    close: transport.close,
  }
}

const sending = (): What => ({
  name: 'send mail',
  kind: 'CLIENT',
  attributes: { 'network.protocol.name': 'smtp' },
})

function folderMailer(folder: string, from: string): Mailer {
  const transport = opened(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, ...closed }),
  )
  const outbox = diskStore(folder)
  let sent = 0
  return {
    async send(given) {
      const post = await transport.open()
      const { message } = await post.sendMail(enveloped(given, from))
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed into one piece')
      // Sorted by time, then by order within a millisecond; two processes differ in the random end.
      const time = new Date().toISOString().replaceAll(':', '-')
      const name = `${time}-${String(++sent).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`
      await outbox.put(name, message)
      if (sent % someCaught === 0) await deleteOldest(folder, outbox)
      return { file: join(folder, name) }
    },
    close: transport.close,
  }
}

/** Number of caught mails to retain, the newest ones, and number of mails of a process between two removals of older ones. */
const [mostCaught, someCaught] = [1_000, 100]

async function deleteOldest(folder: string, outbox: PhotoStore): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
  for (const name of names.slice(0, -mostCaught)) await outbox.remove(name)
}

/** Returns a mail as nodemailer takes it. Vacation notes do not answer mails marked as sent automatically. */
function enveloped({ to, replyTo, key, unsubscribe, ...content }: Mail, from: string) {
  const [host = 'localhost'] = /[^@>]+(?=>?$)/.exec(from) ?? []
  return {
    from,
    to: oneAddress(to),
    ...(replyTo !== undefined && { replyTo: oneAddress(replyTo) }),
    headers: {
      'auto-submitted': 'auto-generated',
      ...(unsubscribe && {
        // Written in one piece: mail programs may not find the address in parts.
        'list-unsubscribe': { prepared: true, foldLines: false, value: `<${unsubscribe}>` },
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(key !== undefined && { messageId: `<${key}@${host}>` }),
    ...content,
  }
}

// Anything else would be read as a list, a group or a display name, and reach another mailbox.
function oneAddress(to: string): string {
  const part = String.raw`[^\s\p{C}"(),:;<>@[\]\\]+`
  if (new RegExp(`^${part}@${part}$`, 'u').test(to)) return withAsciiDomain(to)
  throw new Error('Mail not sent: to must be one e-mail address')
}

function withoutAddresses(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `Mail not sent: ${reason.replace(/[^\s<>]+@[^\s<>]+/g, '(address)')}`
  const status = refusalOf(error)
  return status === undefined ? new Error(message) : new AddressRefused(message, status)
}

/** The server has refused the address of a mail for good. `status` is the reason (RFC 3463); 5.0.0 if it gives none. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly status: string

  constructor(message: string, status: string) {
    super(message)
    this.status = status
  }
}

/** A server that refuses every address without a reason, as a relay that requires a login, says nothing about this address. */
function refusalOf(error: unknown): string | undefined {
  const { command, responseCode, response = '' } = Object(error)
  if (command !== 'RCPT TO' || !(responseCode >= 500)) return undefined
  const [status] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(`${response}`) ?? []
  return status ?? (responseCode === 554 ? undefined : '5.0.0')
}
