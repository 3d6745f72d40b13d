import type { Infrastructure } from '#platform/http/infrastructure'
import { type Api, withQuery } from './guide-api.ts'
import { cover, portrait } from './guide-cover.ts'
import { html, type Markup, type Shown } from './guide-html.ts'
import { type GuidePage, searchForm, section } from './guide-layout.ts'
import type { FoundRead } from './guide-shapes.ts'
import { findWhere, type Where } from './guide-where.ts'
import { days } from './guide-words.ts'

type Sources = Pick<Infrastructure, 'reads' | 'now'>

/** `/?for=…`: all results, of which the script shows the first ones. */
export async function resultsPage(app: Sources, api: Api, text: string): Promise<GuidePage> {
  const [{ artists, festivals, genres }, there] = await Promise.all([
    api.get<FoundRead>(withQuery('/search', { for: text })),
    findWhere(app, text),
  ])
  const places = there.filter(({ id }) => !festivals.some((festival) => festival.id === id))
  const total = artists.length + festivals.length + genres.length + places.length
  return {
    title: `“${text}”`,
    description: `What the guide knows of ${text}.`,
    path: withQuery('/', { for: text }),
    hasSearch: true,
    isHidden: true,
    main: html`<section class="hero found">
      <h1>${total === 0 ? 'Nothing found for' : 'Results for'} “${text}”</h1>
      ${searchForm(text, 'large')}
    </section>
    ${total === 0 && html`<div class="empty"><p>Try fewer letters, or another spelling.</p><p><a href="/">All festivals</a></p></div>`}
    ${genres.length > 0 && genresOf(genres)}
    ${
      festivals.length > 0 &&
      festivalsOf(
        'Festivals',
        festivals.map(({ venue, ...festival }) => ({ ...festival, where: venue })),
      )
    }
    ${places.length > 0 && festivalsOf('Places', places)}
    ${artists.length > 0 && artistsOf(artists)}`,
  }
}

function genresOf(genres: FoundRead['genres']): Markup {
  const links = genres.map(
    ({ name }) => html`<li><a href="${withQuery('/', { for: name })}">${name}</a></li>`,
  )
  return section({ id: 'genres', title: 'Genres' }, html`<ul class="genres">${links}</ul>`)
}

type Festival = Omit<Where, 'where'> & { where: string | null }

function festivalsOf(title: 'Festivals' | 'Places', festivals: Festival[]): Markup {
  const cards = festivals.map(
    (festival) => html`<li class="card">
      <div class="picture">${cover(festival)}</div>
      <div class="words">
        <p class="when">${days(festival)}</p>
        <h3><a href="/guide/${festival.id}">${festival.name}</a></h3>
        <p class="where">${festival.where ?? 'Place to be announced'}</p>
      </div>
    </li>`,
  )
  return section({ id: title.toLowerCase(), title }, html`<ul class="cards">${cards}</ul>`)
}

function artistsOf(artists: FoundRead['artists']): Markup {
  const items: Shown = artists.map(
    (artist) => html`<li>${portrait(artist, 56)}<div>
      <p class="name"><a href="/guide/artists/${artist.id}">${artist.name}</a></p>
      <p class="quiet">${artist.genres.map(({ name }) => name).join(', ')}</p>
    </div></li>`,
  )
  return section({ id: 'artists', title: 'Artists' }, html`<ul class="people">${items}</ul>`)
}
