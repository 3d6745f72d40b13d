import { wordsIn } from '#common/words/all'
import { guideWords as words } from '#common/words/guide-words'
import { pageLanguage } from '#common/words/locale'
import { languageOf } from '#platform/values/translations'
import { andMore, section } from '../ui/layout.ts'
import { lang, type SpokenFestival } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { Whole } from '../ui/shapes.ts'

type FestivalPlace = Whole['places'][number]
type Located = FestivalPlace & { coordinates: NonNullable<FestivalPlace['coordinates']> }
type Point = { x: number; y: number }

/** The size of the drawing in its own units, with the scale in a separate strip below the places. */
const [width, height, edge, strip] = [360, 252, 28, 20]
/** Metres in a degree of latitude; the minimum width shown, in metres. */
const [degree, least] = [111_320, 200]

/** The places of the site: its plan, a small map of the places with coordinates, and the list of all. */
export function placesMap(festival: SpokenFestival): Shown {
  const { places, totals, site_plan } = festival
  if (places.length === 0 && site_plan === null) return null
  const located = places.filter((place): place is Located => place.coordinates !== null)
  const others = places.filter(({ coordinates }) => coordinates === null)
  const listed = [...located, ...others]
  const names = listed.map((place, index) => {
    const isOnMap = index < located.length
    return html`<li>${isOnMap && html`<span class="number">${index + 1}</span>`}<span>${place.name}</span>${place.type && html` <span class="quiet">${kindOf(place.type)}</span>`}</li>`
  })
  return section(
    { id: 'places', title: words.site },
    html`${site_plan !== null && plan(festival, site_plan)}
      ${places.length > 0 && html`<div class="site">${located.length > 1 && drawing(located)}<ol class="places">${names}</ol></div>`}
      ${andMore(places.length, totals?.places)}`,
  )
}

/** Returns the name of a kind of places; one that staff wrote themselves stays as it is. */
function kindOf(type: string): string {
  const names: Partial<Record<string, string>> = wordsIn(pageLanguage()).placeKinds
  return names[type] ?? type
}

/** Shows the festival's own plan, in a frame that has its size before the picture is loaded. A link opens the picture alone, in full size. */
function plan(festival: SpokenFestival, picture: string): Markup {
  const text = festival.site_plan_description
  const language = text && lang(languageOf(festival, 'site_plan_description'))
  return html`<a class="plan" href="${picture}" rel="noreferrer"><img src="${picture}" alt="${text ?? words.sitePlan}"${language || null} width="960" height="720" loading="lazy" decoding="async" referrerpolicy="no-referrer"><span>${words.planLarge}</span></a>`
}

function drawing(places: Located[]): Markup {
  const { points, metres } = project(places)
  const signs = places.map(({ type }, index) => {
    const { x, y } = points[index] ?? { x: 0, y: 0 }
    const kind = type === 'stage' ? 'pin stage' : 'pin'
    return html`<g class="${kind}"><circle cx="${x}" cy="${y}" r="11"/><text x="${x}" y="${y + 4}">${index + 1}</text></g>`
  })
  const bar = scaleOf(metres)
  const end = 14 + bar / metres
  return html`<svg class="ground" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words.siteMap}">
    ${signs}
    <path class="scale" d="M14 ${height - 18}v6H${round(end)}v-6"/><text class="metres" x="${round(end) + 6}" y="${height - 11}">${bar >= 1000 ? `${bar / 1000} km` : `${bar} m`}</text>
  </svg>`
}

/** Projects coordinates to the drawing, north up. A site is small enough to treat the earth as flat. */
function project(places: Located[]): { points: Point[]; metres: number } {
  const middle = Math.cos(((places[0]?.coordinates.lat ?? 0) * Math.PI) / 180)
  const flat = places.map(({ coordinates: { lat, lng } }) => ({
    x: lng * degree * Math.max(middle, 0.01),
    y: -lat * degree,
  }))
  const [x, y] = [spanOf(flat.map((point) => point.x)), spanOf(flat.map((point) => point.y))]
  const metres = Math.max(
    x.size / (width - 2 * edge),
    y.size / (height - strip - 2 * edge),
    least / (width - 2 * edge),
  )
  const points = flat.map((point) => ({
    x: round(width / 2 + (point.x - x.middle) / metres),
    y: round((height - strip) / 2 + (point.y - y.middle) / metres),
  }))
  return { points, metres }
}

function spanOf(values: number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return { size: most - least, middle: (least + most) / 2 }
}

/** Returns a round length that fills about a quarter of the drawing. */
function scaleOf(metres: number): number {
  const wanted = (width / 4) * metres
  const power = 10 ** Math.floor(Math.log10(wanted))
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= wanted) ?? power
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
