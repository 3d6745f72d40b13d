import type { FormOwner } from '#common/pages/checkout-forms'
import { guideWords as guide } from '#common/words/guide-words'
import { pageLanguage } from '#common/words/locale'
import { words as mine } from '#common/words/me-words'
import { words } from '#common/words/shop-words'
import type { Config } from '#platform/config/variables'
import { languages } from '#platform/values/reader-languages'
import { languageAddress } from '../server/page-address.ts'
import { dataBlock, html, type Markup, type Shown } from './markup.ts'
import type { Pagination } from './shapes.ts'

/** A page of the guide. */
export type GuidePage = {
  /** in the tab and in search results, without the name of the guide */
  title: string
  /** a sentence or two for search results and previews of links */
  description: string
  /** the address of the page, without a host */
  path: string
  /** a picture for previews of links */
  image?: string | null
  /** the content for programs: schema.org */
  data?: object
  /** true if the page has its own search form, and needs none in its header */
  hasSearch?: boolean
  /** true if search engines must not list it */
  isHidden?: boolean
  /** the processor whose form it shows */
  processor?: FormOwner
  main: Markup
  /** the names under which changes of its content are announced; with these the page is cached for a second */
  shows?: string[]
}

export type Around = {
  /** the public address, such as `https://festival.example` */
  origin: string
  /** the key of the page's session; null if the page sends no requests */
  session: string | null
  /** the key of the fan's own session */
  fan?: string | undefined
  /** true if the fan has an account */
  hasAccount?: boolean
  now: Date
  /** the addresses where the operator publishes the information due to visitors */
  operator: Pick<Config, 'IMPRINT_URL' | 'PRIVACY_URL' | 'ACCESSIBILITY_URL'>
  /** the addresses of the API that were read for the page */
  calls: string[]
}

/** Returns the page in its built shell, with the page's head and body in place of the comments. */
export function inShell(shell: string, page: GuidePage, around: Around): string {
  const parts = {
    '<!-- head -->': headOf(page, around),
    '<!-- body -->': bodyOf(page, around),
  }
  // In one pass, and by a function: no text written by users is scanned again, or read as a pattern.
  return shell
    .replace('<html lang="en"', `<html lang="${pageLanguage()}"`)
    .replace(/<script [^>]*data-words="(\w+)"[^>]*><\/script>/g, (script, language) =>
      language === pageLanguage() ? script : '',
    )
    .replace(/<!-- (?:head|body) -->/g, (place) => parts[place as keyof typeof parts].text)
}

const most = 300

function headOf(page: GuidePage, { origin, session, fan, hasAccount, now }: Around): Markup {
  const title = `${page.title} · ${guide.brand}`
  const address = `${origin}${page.path}`
  const description = shortened(page.description)
  const image = page.image?.startsWith('/') ? `${origin}${page.image}` : page.image
  return html`<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${address}">
<meta property="og:site_name" content="${guide.brand}">
<meta property="og:type" content="website">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
${image && html`<meta property="og:image" content="${image}">`}
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
${page.isHidden && html`<meta name="robots" content="noindex">`}
${session !== null && html`<meta name="festival-session" content="${session}">`}
${fan && html`<meta name="festival-fan" content="${fan}"${hasAccount && html` data-account=""`}>`}
<meta name="festival-now" content="${now.toISOString()}">
${page.data && dataBlock(page.data)}`
}

/** Shortens a text at the end of a word, and never inside a character. */
function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  const cut = [...plain].slice(0, most - 1).join('')
  return `${cut.replace(/\s\S{0,40}$/, '')}…`
}

function bodyOf({ main, hasSearch }: GuidePage, around: Around): Markup {
  const { calls, operator, hasAccount } = around
  return html`<a class="skip" href="#main">${guide.skip}</a>
<header class="top">
  <a class="brand" href="/"><svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#5a34d6"/><path d="M6 24 16 7l10 17h-6l-4-7-4 7z" fill="#fff"/><circle cx="16" cy="5.5" r="1.8" fill="#ffd166"/></svg><span>${guide.brand}</span></a>
  <nav class="own" aria-label="${mine.own}"><a class="button" href="/tickets">${words.tickets}</a>${hasAccount && html`<a class="button" href="/me">${mine.account}</a>`}</nav>
  ${!hasSearch && searchForm('', 'small')}
</header>
<main id="main" tabindex="-1">${main}</main>
<footer class="foot">
  ${calls.length > 0 && callsOf(calls)}
  <p>${guide.footer} <a href="/docs">${guide.apiReference}</a></p>
  ${languageLinks()}
  ${operatorOf(operator)}
</footer>`
}

/** Links to the page in other languages. A link stores the choice, and leads back to the page. */
function languageLinks(): Markup {
  const links = Object.entries(languages).map(([tag, { name }]) =>
    tag === pageLanguage()
      ? html`<li><span aria-current="true">${name}</span></li>`
      : html`<li><a href="${languageAddress}?to=${tag}" lang="${tag}" hreflang="${tag}" rel="nofollow">${name}</a></li>`,
  )
  return html`<nav aria-label="${guide.language}"><ul class="languages">${links}</ul></nav>`
}

function operatorOf({ IMPRINT_URL, PRIVACY_URL, ACCESSIBILITY_URL }: Around['operator']): Shown {
  const links = [
    [IMPRINT_URL, words.imprint],
    [PRIVACY_URL, words.privacy],
    [ACCESSIBILITY_URL, words.accessibility],
  ] as const
  if (links.every(([address]) => address === undefined)) return null
  return html`<p>${links.map(([address, name]) => address && html`<a href="${address}">${name}</a> `)}</p>`
}

/** Lists the API requests made for the page, for developers. The guide is a client of the API like any other. */
function callsOf(calls: string[]): Markup {
  return html`<details class="calls" hidden>
    <summary>${guide.calls(calls.length)}</summary>
    <ul>${calls.map((path) => html`<li><code>GET ${path}</code></li>`)}</ul>
  </details>`
}

/** The search form. The script searches while the visitor types; without it the form opens a page of results. */
export function searchForm(text: string, size: 'small' | 'large'): Markup {
  return html`<form class="search ${size}" action="/" method="get" role="search">
    <label class="unseen" for="search">${guide.searchLabel}</label>
    <svg class="lens" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="m15.5 15.5 5 5" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>
    <input id="search" type="search" name="for" value="${text}" placeholder="${guide.searchHint}" maxlength="200" required autocomplete="off" spellcheck="false" enterkeyhint="search">
    <button type="submit">${guide.search}</button>
  </form>`
}

/** A section named by its heading. */
export function section(
  { id, title, aside }: { id: string; title: string; aside?: Shown },
  content: Shown,
): Markup {
  return html`<section aria-labelledby="${id}" class="part">
    <div class="part-head"><h2 id="${id}">${title}</h2>${aside}</div>
    ${content}
  </section>`
}

/** Links to the previous and the next page; nothing if there is only one. */
export function pager(
  { page, totalPages, hasMore }: Pagination,
  { label, to }: { label: string; to: (page: number) => string },
): Shown {
  if (totalPages < 2) return null
  const link = (number: number, text: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="${to(number)}">${text}</a>`
  return html`<nav class="pager" aria-label="${label}">
    ${page > 1 ? link(page - 1, guide.previous, 'prev') : html`<span></span>`}
    <span class="quiet">${guide.pageOf(page, totalPages)}</span>
    ${hasMore ? link(page + 1, guide.next, 'next') : html`<span></span>`}
  </nav>`
}

/** Returns the page number in the address. Anything other than a number counts as missing. */
export function pageIn(text: string | undefined): number {
  return /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1
}

/** States the number of entries of a long list that are not shown. */
export function andMore(shown: number, total = shown): Shown {
  return total > shown && html`<p class="quiet">${guide.andMore(total - shown)}</p>`
}
