import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { found } from '#platform/values/errors'

const folder = '/photos/badges/'

/** Symbols for event types that contain a word; the first match is drawn. White lines on 64 by 64. */
const symbols: [name: string, words: RegExp, path: string][] = [
  ['eye', /view|visit|seen|look/, 'M14 28c8-12 28-12 36 0-8 12-28 12-36 0zM32 23a5 5 0 1 0 .1 0'],
  ['heart', /follow|interest|like|favou?rite/, 'M32 42 18 28a8 8 0 0 1 14-8 8 8 0 0 1 14 8z'],
  ['tent', /accommodation|stay|camp|sleep/, 'M14 42 32 14l18 28zM32 28l-6 14h12z'],
  ['card', /subscription|member|plan/, 'M14 18h36v24H14zM14 25h36M20 35h9'],
  ['gate', /valid|check|admi|enter/, 'M18 42V24a14 14 0 0 1 28 0v18M25 31l6 6 11-13'],
  [
    'ticket',
    /ticket|purchase|buy|payment/,
    'M14 19h36v7a4 4 0 0 0 0 8v7H14v-7a4 4 0 0 0 0-8zM36 21v18',
  ],
  [
    'share',
    /share|invite|review|comment/,
    'M22 30 42 20M22 30l20 10M22 26a4 4 0 1 0 .1 0M42 16a4 4 0 1 0 .1 0M42 36a4 4 0 1 0 .1 0',
  ],
  ['star', /(?:)/, 'm32 13 5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z'],
]

/** Dark enough for white lines. */
const colours = [
  '#5a34d6',
  '#0b6b58',
  '#a3264f',
  '#8a4b00',
  '#1f5fa8',
  '#7a2a8f',
  '#44621a',
  '#9c3412',
]

/** The colour of a badge's rim, by the least number of events that it counts. */
const rims: [least: number, colour: string][] = [
  [100, '#ffd166'],
  [25, '#dfe4ee'],
  [5, '#e2a36b'],
  [0, '#ffffff'],
]

/**
 * Returns the path of the icon drawn for a badge without a picture of its own, from its event type and target. The same
 * two always give the same path.
 */
export function drawnIcon(eventType: string, target: number): string {
  const [name] = symbols.find(([, words]) => words.test(eventType.toLowerCase())) ?? ['star']
  let hash = 0
  for (const character of eventType) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return `${folder}${name}-${hash % colours.length}-${target}.svg`
}

const drawn = /\/photos\/badges\/([a-z]+)-(\d)-(\d{1,7})\.svg$/

/** Returns the icon to store. The address of a drawn icon, as it was read, means no icon of its own. */
export function givenIcon(icon: string | null | undefined): string | null | undefined {
  return icon && drawn.test(icon) ? null : icon
}

/** Draws the icon of a path; undefined for a path that `drawnIcon` does not give. */
function drawIcon(path: string): string | undefined {
  const [, name, colour = '', count = ''] = drawn.exec(path) ?? []
  const [, , lines] = symbols.find(([known]) => known === name) ?? []
  const ground = colours[Number(colour)]
  if (lines === undefined || ground === undefined) return undefined
  const rim = rims.find(([least]) => Number(count) >= least)?.[1]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="128" height="128">
<circle cx="32" cy="32" r="30" fill="${ground}" stroke="${rim}" stroke-width="3"/>
<path d="${lines}" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>
<text x="32" y="56" font-family="system-ui, sans-serif" font-size="11" font-weight="700" fill="#fff" text-anchor="middle">${shortCount(Number(count))}</text>
</svg>
`
}

/** Shortens a count so that it fits: `9999`, `12k`, `1M`. */
function shortCount(count: number): string {
  if (count >= 1_000_000) return `${Math.floor(count / 1_000_000)}M`
  return count >= 10_000 ? `${Math.floor(count / 1_000)}k` : `${count}`
}

/** `GET /photos/badges/:name`: a drawn icon. Caches may store it for a week. */
export function serveDrawnIcons(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: `${folder}:name`,
    config: { access: 'public' },
    schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const { name } = request.params as { name: string }
      const picture = found(drawIcon(folder + name), 'Photo')
      reply.headers({
        'cache-control': 'public, max-age=604800',
        'content-security-policy': "default-src 'none'",
      })
      return reply.type('image/svg+xml').send(picture)
    },
  })
}
