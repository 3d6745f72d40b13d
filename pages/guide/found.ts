import { days, guideWords as words } from '#common/words/guide-words'
import { festival } from './session.ts'

/** The number of results of each kind. */
const most = 5

type Option = { text: string; more: string; href: string }
export type Group = { name: string; options: Option[] }

/** Searches and returns groups of options. @throws FestivalError, or the reason of the signal */
export async function find(text: string, signal: AbortSignal): Promise<Group[]> {
  const [{ artists, festivals, genres }, { countryName }] = await Promise.all([
    festival.search({ for: text }, { signal }),
    // Loaded with the first search.
    import('#common/words/countries'),
  ])
  const groups = [
    {
      name: words.festivals,
      options: festivals.map(({ id, name, venue, city, country, ...times }) => ({
        text: name,
        more: [days(times), venue, city, country && countryName(country)]
          .filter(Boolean)
          .join(' · '),
        href: `/guide/${id}`,
      })),
    },
    {
      name: words.artists,
      options: artists.map(({ id, name, genres: tags }) => ({
        text: name,
        more: tags.map((tag) => tag.name).join(', '),
        href: `/guide/artists/${id}`,
      })),
    },
    {
      name: words.genres,
      options: genres.map(({ name }) => ({
        text: name,
        more: words.genre,
        href: `/?for=${encodeURIComponent(name)}`,
      })),
    },
  ]
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ name, options }) => ({ name, options: options.slice(0, most) }))
}

/** The groups as parts of a listbox. User content is always set as text. */
export function toElements(groups: Group[]): HTMLElement[] {
  let number = 0
  return groups.map(({ name, options }) => {
    const heading = element('p', { role: 'presentation', class: 'group' }, name)
    const items = options.map(({ text, more, href }) => {
      const id = `found-${number++}`
      const option = { role: 'option', id, href, tabindex: '-1', 'aria-selected': 'false' }
      const parts = [element('span', { class: 'name' }, text)]
      if (more !== '') parts.push(element('span', { class: 'more' }, more))
      return element('a', option, ...parts)
    })
    return element('div', { role: 'group', 'aria-label': name }, heading, ...items)
  })
}

function element(
  name: 'p' | 'a' | 'div' | 'span',
  attributes: Record<string, string>,
  ...content: (string | HTMLElement)[]
): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...content)
  return made
}
