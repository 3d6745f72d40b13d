import { html, type Markup } from './markup.ts'

type Pictured = { name: string; photo: string | null }

/** Shows a festival's picture, or one drawn from its name: the same name always gives the same picture. */
export function cover({ name, photo }: Pictured, loading: 'lazy' | 'eager' = 'lazy'): Markup {
  if (photo === null) return drawn(name)
  return loading === 'eager'
    ? html`<img class="cover" src="${photo}" alt="" width="640" height="360" fetchpriority="high" decoding="async" referrerpolicy="no-referrer">`
    : html`<img class="cover" src="${photo}" alt="" width="640" height="360" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
}

/** Shows a small round picture of an artist, or the first letter of the name on a colour. */
export function portrait({ name, photo }: Pictured, size: number): Markup {
  if (photo !== null) {
    return html`<img class="portrait" src="${photo}" alt="" width="${size}" height="${size}" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  }
  const [letter = ''] = name.trim().toUpperCase()
  const hue = hues[hashOf(name) % hues.length] ?? 255
  return html`<svg class="portrait" viewBox="0 0 40 40" width="${size}" height="${size}" aria-hidden="true"><rect width="40" height="40" fill="hsl(${hue} 45% 32%)"/><text x="20" y="26" text-anchor="middle" font-size="17" font-weight="600" fill="#fff">${letter}</text></svg>`
}

function drawn(name: string): Markup {
  const hash = hashOf(name)
  const hue = hues[hash % hues.length] ?? 255
  const scene = [hills, arches, beams][(hash >>> 9) % 3] ?? hills
  return html`<svg class="cover" viewBox="0 0 400 225" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="400" height="225" fill="${colour(hue, 58, 62)}"/>${scene(hue, hash)}</svg>`
}

/** Colours of evening skies, seas and stage lights. */
const hues = [255, 276, 226, 204, 186, 168, 348, 8, 318, 296]

type Scene = (hue: number, hash: number) => Markup

/** A low sun over three hills. */
const hills: Scene = (hue, hash) => {
  const [x, y] = [90 + (hash % 221), 70 + ((hash >>> 5) % 40)]
  const layers = [0, 1, 2].map((layer) => {
    const swing = 16 + ((hash >>> (layer * 4)) % 26)
    const top = 118 + layer * 34
    return html`<path d="M0 ${top}c70-${swing} 130-${swing} 200 0s130 ${swing} 200 0v${225 - top}H0z" fill="${colour(hue + 18 * (layer + 1), 52, 47 - layer * 12)}"/>`
  })
  return html`<circle cx="${x}" cy="${y}" r="74" fill="#fff" opacity=".14"/><circle cx="${x}" cy="${y}" r="46" fill="${colour(hue + 45, 92, 80)}"/>${layers}`
}

/** The arches of a stage. */
const arches: Scene = (hue, hash) => {
  const x = 90 + ((hash >>> 4) % 110)
  const bows = [190, 150, 110, 70, 34].map((radius, index) => {
    return html`<circle cx="${x}" cy="225" r="${radius}" fill="${colour(hue + index * 16, 60, 54 - index * 8)}"/>`
  })
  return html`<circle cx="${x + 165}" cy="${54 + ((hash >>> 7) % 30)}" r="24" fill="${colour(hue + 45, 92, 82)}"/>${bows}`
}

/** Beams of light over a crowd. */
const beams: Scene = (hue, hash) => {
  const from = 60 + (hash % 281)
  const rays = [0, 1, 2, 3, 4].map((index) => {
    const left = index * 95 - 60 + ((hash >>> (index * 3)) % 30)
    return html`<path d="M${from} -12 ${left} 225h58z" fill="${colour(hue + 40, 90, 82)}" opacity=".${18 + index * 5}"/>`
  })
  const heads = Array.from({ length: 15 }, (_, index) => {
    return html`<circle cx="${index * 29}" cy="${206 + ((hash >>> index) % 3) * 6}" r="19"/>`
  })
  return html`<rect width="400" height="225" fill="${colour(hue + 20, 52, 34)}"/>${rays}<g fill="${colour(hue + 30, 50, 14)}">${heads}<path d="M0 210h400v15H0z"/></g>`
}

function colour(hue: number, saturation: number, light: number): string {
  return `hsl(${hue % 360} ${saturation}% ${light}%)`
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash
}
