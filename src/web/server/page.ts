import { randomBytes } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageName } from '#core/access'
import { Problem } from '#platform/values/errors'

/** The pages that are built from `pages/`. */
export type BuiltPage = Exclude<PageName, 'fan'> | 'docs'
/** A page, by its permissions: `cards` is the page of the guide that shows Stripe's form. */
type Policy = BuiltPage | 'cards' | 'text'

const compress = promisify(gzip)

/** The permissions of each page beyond the strictest policy. */
const allowances: Record<
  Policy,
  {
    script?: string
    style?: string
    camera?: boolean
    frame?: string
    connect?: string
    opens?: true
  }
> = {
  console: {},
  gate: { script: "'wasm-unsafe-eval'", camera: true },
  'box-office': {},
  guide: {},
  // The sources that Stripe lists; its dialogs may open the page of a bank.
  cards: {
    script: 'https://js.stripe.com https://*.js.stripe.com',
    frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    connect: 'https://api.stripe.com',
    opens: true,
  },
  // The reference is third-party code that writes its own style sheets.
  docs: { style: "'unsafe-inline'" },
  // The same bytes for all readers, so there is no nonce.
  text: { style: '' },
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
  const headers = { ...securityHeaders('text'), 'cache-control': 'no-cache, private' }
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

/**
 * Sends a page with its policy and a fresh nonce in every `__NONCE__`, never cached without revalidation, and
 * not at all if it is personal; compressed if the browser accepts it.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, html, isPersonal }: { page: BuiltPage | 'cards'; html: string; isPersonal?: boolean },
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url')
  const body = Buffer.from(html.replaceAll('__NONCE__', nonce))
  reply.headers({
    ...securityHeaders(page, nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isPersonal ? 'no-store' : 'no-cache, private',
    vary: 'accept-encoding, accept-language, cookie',
  })
  if (!/\bgzip\b/.test(`${request.headers['accept-encoding']}`)) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(await compress(body))
}

function securityHeaders(page: Policy, nonce = ''): Record<string, string> {
  const { script = '', style = `'nonce-${nonce}'`, camera } = allowances[page]
  const { frame, connect = '', opens } = allowances[page]
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
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=()`,
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': opens ? 'same-origin-allow-popups' : 'same-origin',
  }
}
