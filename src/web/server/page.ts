import { randomBytes } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CheckoutForm, type FormOwner, ofForm } from '#common/pages/checkout-forms'
import type { PageName } from '#core/access'
import { Problem } from '#platform/values/errors'

/** The pages that are built from `pages/`. */
export type BuiltPage = Exclude<PageName, 'fan'> | 'docs'
/** A page, by its permissions. */
type Policy = BuiltPage | 'text'
type Allowance = {
  script?: string
  style?: string
  camera?: boolean
  frame?: string
  connect?: string
  opens?: true
  /** may use USB devices and serial ports */
  devices?: true
}

const compress = promisify(gzip)

/** The permissions of each page beyond the strictest policy. */
const allowances: Record<Policy, Allowance> = {
  console: {},
  gate: { script: "'wasm-unsafe-eval'", camera: true },
  // Receipt printers.
  'box-office': { devices: true },
  guide: {},
  // The reference is third-party code that writes its own style sheets.
  docs: { style: "'unsafe-inline'" },
  // The same bytes for all readers, so there is no nonce.
  text: { style: '' },
}

/** The permissions of the checkout, by the form that it shows. */
const formAllowances: Record<CheckoutForm, Allowance> = {
  simulated: {},
  // The sources that Stripe lists; its dialogs may open the page of a bank.
  stripe: {
    script: 'https://js.stripe.com https://*.js.stripe.com',
    frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    connect: 'https://api.stripe.com',
    opens: true,
  },
}

/**
 * Returns the page as it was built.
 * @throws Problem 503 while it is not built
 */
export async function readPage(app: FastifyInstance, page: BuiltPage): Promise<string> {
  try {
    return await readFile(`${app.pagesFolder}/${page}/index.html`, 'utf8')
  } catch (cause) {
    throw notBuilt(cause)
  }
}

export const notBuilt = (cause?: unknown): Problem =>
  new Problem(503, 'The pages are not built yet: npm run setup', { retry_after: 5, cause })

/**
 * Sends a text beside the reference as it was built, in the smallest form that the browser accepts, with an ETag.
 * @throws Problem 503 while it is not built
 */
export async function sendText(
  app: FastifyInstance,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const file = `docs/${name}.html`
  await access(`${app.pagesFolder}/${file}`).catch((cause: unknown) => {
    throw notBuilt(cause)
  })
  const headers = { ...headersFor(allowances.text), 'cache-control': 'no-cache, private' }
  return reply.headers(headers).sendFile(file)
}

/** Redirects an address with a trailing slash to the page's own. */
export function withoutSlash(app: FastifyInstance, url: string): void {
  app.route({
    method: 'GET',
    url: `${url}/`,
    config: { access: 'public' },
    schema: { hide: true },
    handler: (request, reply) => reply.redirect(request.url.replace(/\/(?=\?|$)/, ''), 308),
  })
}

type Sent = {
  page: BuiltPage
  html: string
  isPersonal?: boolean
  /** the processor whose form the page shows */
  processor?: FormOwner | undefined
}

/**
 * Sends a page with its policy and a fresh nonce in every `__NONCE__`, never cached without revalidation, and
 * not at all if it is personal; compressed if the browser accepts it.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, html, isPersonal, processor }: Sent,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url')
  const body = Buffer.from(html.replaceAll('__NONCE__', nonce))
  reply.headers({
    ...headersFor(processor ? ofForm(formAllowances, processor) : allowances[page], nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isPersonal ? 'no-store' : 'no-cache, private',
    vary: 'accept-encoding, accept-language, cookie',
  })
  if (!/\bgzip\b/.test(`${request.headers['accept-encoding']}`)) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(await compress(body))
}

function headersFor(allowance: Allowance, nonce = ''): Record<string, string> {
  const { script = '', style = `'nonce-${nonce}'`, camera } = allowance
  const { frame, connect = '', opens, devices } = allowance
  const ofDevices = devices ? 'self' : ''
  const policy = {
    'default-src': "'none'",
    'script-src': `'self' ${script}`,
    'style-src': `'self' ${style}`,
    // Photos of artists may be at any address: they are displayed, not read.
    'img-src': "'self' data: blob: http: https:",
    'font-src': "'self' data:",
    'connect-src': `'self' ${connect}`,
    ...(frame && { 'frame-src': frame }),
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value.trim()}`)
      .join('; '),
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(), usb=(${ofDevices}), serial=(${ofDevices})`,
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': opens ? 'same-origin-allow-popups' : 'same-origin',
  }
}
