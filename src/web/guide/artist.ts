import { clock, days, shortDate, guideWords as words } from '#common/words/guide-words'
import type { Api } from '../ui/api.ts'
import { withQuery } from '../ui/api.ts'
import { portrait } from '../ui/cover.ts'
import { followAndShare } from '../ui/follow-button.ts'
import { type GuidePage, section } from '../ui/layout.ts'
import { html, type Markup, type Shown, webAddress } from '../ui/markup.ts'
import type { ArtistRead, GigPage, GigRead } from '../ui/shapes.ts'
import { zoned } from '../ui/zone.ts'

/** The maximum number of gigs on a page. */
const limit = 100

/** `/guide/artists/:id`: an artist and their next gigs. */
export async function artistPage(
  api: Api,
  { id, origin }: { id: string; origin: string },
): Promise<GuidePage> {
  const artist = await api.get<ArtistRead>(`/artists/${encodeURIComponent(id)}`)
  // Read after the artist, so that an invalid id is 404, not 400 for a parameter of the gigs.
  const { gigs, pagination } = await api.get<GigPage>(
    withQuery('/gigs', { artist: artist.id, limit }),
  )
  const { name, bio, photo, genres } = artist
  return {
    title: name,
    description:
      bio ?? `${name}: ${genres.map((genre) => genre.name).join(', ') || words.whereNext}`,
    path: `/guide/artists/${artist.id}`,
    image: photo,
    data: {
      '@context': 'https://schema.org',
      '@type': 'MusicGroup',
      name,
      url: `${origin}/guide/artists/${artist.id}`,
      ...(bio && { description: bio }),
      ...(genres.length > 0 && { genre: genres.map((genre) => genre.name) }),
      sameAs: linksOf(artist).map(({ address }) => address),
    },
    main: html`<article class="artist">
      <header class="title">
        ${portrait(artist, 160)}
        <div class="words">
          <h1>${name}</h1>
          ${genres.length > 0 && html`<ul class="genres" aria-label="${words.genres}">${genres.map((genre) => html`<li><a href="${withQuery('/', { for: genre.name })}">${genre.name}</a></li>`)}</ul>`}
          ${elsewhere(artist)}
          <p class="actions">${followAndShare({ type: 'artist', id: artist.id, name }, `/guide/artists/${artist.id}`)}</p>
        </div>
      </header>
      ${bio && html`<p class="about">${bio}</p>`}
      ${upcoming(gigs, pagination.total)}
    </article>`,
  }
}

function linksOf(artist: ArtistRead): { name: string; address: string }[] {
  const { music_streaming, audio_sharing, video_sharing } = artist
  const links = [
    [words.listen, music_streaming],
    [words.audio, audio_sharing],
    [words.video, video_sharing],
  ] as const
  return links.flatMap(([name, link]) => {
    const address = webAddress(link)
    return address === null ? [] : [{ name, address }]
  })
}

function elsewhere(artist: ArtistRead): Shown {
  const links = linksOf(artist)
  if (links.length === 0) return null
  return html`<p class="actions">${links.map(
    ({ name, address }) =>
      html`<a class="button" href="${address}" rel="noopener noreferrer nofollow" target="_blank">${name}<span class="unseen"> ${words.newWindow}</span></a>`,
  )}</p>`
}

function upcoming(gigs: GigRead[], total: number): Markup {
  const title = words.playsNext
  if (gigs.length === 0) {
    return section({ id: 'gigs', title }, html`<p class="empty">${words.nothingAhead}</p>`)
  }
  const rest = total - gigs.length
  return section(
    { id: 'gigs', title },
    html`<ul class="gigs">${gigs.map(gigOf)}</ul>${rest > 0 && html`<p class="quiet">${words.moreLater(rest)}</p>`}`,
  )
}

function gigOf({ start_time, festival, place }: GigRead): Markup {
  const { id, name, venue, country, time_zone: zone } = festival
  const when = start_time
    ? zoned(start_time, zone, `${shortDate(start_time, zone)}, ${clock(start_time, zone)}`)
    : html`${words.noTime}`
  return html`<li>
    <p class="when">${when}</p>
    <p class="name"><a href="/guide/${id}">${name}</a></p>
    <p class="where">${[place?.name, venue, country].filter(Boolean).join(', ')}</p>
    <p class="quiet">${days(festival)}</p>
  </li>`
}
