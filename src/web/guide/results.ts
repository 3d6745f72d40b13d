import { days, guideWords as words } from '#common/words/guide-words'
import { type Api, withQuery } from '../ui/api.ts'
import { cover, portrait } from '../ui/cover.ts'
import { type GuidePage, searchForm, section } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { FoundRead } from '../ui/shapes.ts'
import { whereOf } from '../ui/venue-line.ts'

/** `/?for=…`: all results. The script shows the first ones. */
export async function resultsPage(api: Api, text: string): Promise<GuidePage> {
  const { artists, festivals, genres } = await api.get<FoundRead>(
    withQuery('/search', { for: text }),
  )
  const total = artists.length + festivals.length + genres.length
  return {
    title: words.quoted(text),
    description: words.resultsAbout(text),
    path: withQuery('/', { for: text }),
    hasSearch: true,
    isHidden: true,
    main: html`<section class="hero found">
      <h1>${total === 0 ? words.nothingFor(text) : words.resultsFor(text)}</h1>
      ${searchForm(text, 'large')}
    </section>
    ${total === 0 && html`<div class="empty">${onePerWord(text)}<p>${words.tryOther}</p><p><a href="/">${words.allFestivals}</a></p></div>`}
    ${genres.length > 0 && genresOf(genres)}
    ${festivals.length > 0 && festivalsOf(festivals)}
    ${artists.length > 0 && artistsOf(artists)}`,
  }
}

const mostWords = 5

/** Links each word of a search such as "jazz near Rome", for a search that found nothing as a whole. */
function onePerWord(text: string): Shown {
  const each = new Set(text.match(/[\p{L}\p{N}’'-]{3,}/gu))
  if (each.size < 2) return null
  const links = [...each]
    .slice(0, mostWords)
    .map((word) => html`<li><a href="${withQuery('/', { for: word })}">${word}</a></li>`)
  return html`<p>${words.tryOne}</p><ul class="genres">${links}</ul>`
}

function genresOf(genres: FoundRead['genres']): Markup {
  const links = genres.map(
    ({ name }) => html`<li><a href="${withQuery('/', { for: name })}">${name}</a></li>`,
  )
  return section({ id: 'genres', title: words.genres }, html`<ul class="genres">${links}</ul>`)
}

function festivalsOf(festivals: FoundRead['festivals']): Markup {
  const cards = festivals.map(
    (festival) => html`<li class="card">
      <div class="picture">${cover(festival)}</div>
      <div class="words">
        <p class="when">${days(festival)}</p>
        <h3><a href="/guide/${festival.id}">${festival.name}</a></h3>
        <p class="where">${whereOf(festival) || words.noPlace}</p>
      </div>
    </li>`,
  )
  return section({ id: 'festivals', title: words.festivals }, html`<ul class="cards">${cards}</ul>`)
}

function artistsOf(artists: FoundRead['artists']): Markup {
  const items: Shown = artists.map(
    (artist) => html`<li>${portrait(artist, 56)}<div>
      <p class="name"><a href="/guide/artists/${artist.id}">${artist.name}</a></p>
      <p class="quiet">${artist.genres.map(({ name }) => name).join(', ')}</p>
    </div></li>`,
  )
  return section({ id: 'artists', title: words.artists }, html`<ul class="people">${items}</ul>`)
}
