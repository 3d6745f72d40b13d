/** The texts beside the API reference as pages: Markdown of this repository in the frame of `pages/docs/text.html`. */
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { type DocsText, docsTexts } from '../src/web/server/docs-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The files that the texts are built from. */
export const textSources = [...docsTexts.map(({ file }) => file), 'src/web/server/docs-texts.ts']

/** Puts the list of texts into each page of the reference, and makes a page of each text. */
export function docsTextPages(): Plugin {
  return {
    name: 'docs-texts',
    transformIndexHtml: (html, { path }) =>
      path.endsWith('/text.html') ? html : withLinks(html, '/docs'),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const frame = bundle['text.html']
        if (frame?.type !== 'asset') throw new Error('There is no frame for the texts')
        delete bundle['text.html']
        for (const text of docsTexts) {
          const source = pageOf(text, `${frame.source}`)
          this.emitFile({ type: 'asset', fileName: `${text.name}.html`, source })
        }
      },
    },
  }
}

function withLinks(html: string, current: string, state = 'page'): string {
  const pages = [
    { href: '/docs', title: 'Reference' },
    ...docsTexts
      .filter(({ parent }) => parent === undefined)
      .map(({ name, title }) => ({ href: `/docs/${name}`, title })),
  ]
  const links = pages.map(
    ({ href, title }) =>
      `<a href="${href}"${href === current ? ` aria-current="${state}"` : ''}>${title}</a>`,
  )
  return html.replaceAll('<!-- texts -->', links.join('\n        '))
}

function pageOf(page: DocsText, frame: string): string {
  const { name, title, file } = page
  const markdown = readFileSync(join(root, file), 'utf8')
  const { html, headings } = render(name === 'changes' ? changesOf(markdown) : markdown, file)
  const contents = headings.map(
    ({ depth, text, id }) => `<li class="level-${depth}"><a href="#${id}">${text}</a></li>`,
  )
  const parts: Record<string, string> = {
    '<!-- title -->': title,
    '<!-- contents -->': contents.join('\n'),
    '<!-- siblings -->': siblingsOf(page),
    '<!-- text -->': html,
  }
  const menu = page.parent
    ? withLinks(frame, `/docs/${page.parent}`, 'true')
    : withLinks(frame, `/docs/${name}`)
  // A function, since a text may contain what replace would take for a pattern.
  return menu.replaceAll(/<!-- (?:title|contents|siblings|text) -->/g, (part) => parts[part] ?? '')
}

/** A list of the pages that have the same parent; empty for a text of the menu. */
function siblingsOf({ name, parent }: DocsText): string {
  if (parent === undefined) return ''
  const heading = docsTexts.find((text) => text.name === parent)?.title
  const links = docsTexts
    .filter((text) => text.parent === parent)
    .map((text) => {
      const current = text.name === name ? ' aria-current="page"' : ''
      return `<li><a href="/docs/${text.name}"${current}>${text.title}</a></li>`
    })
  return `<nav aria-label="${heading}"><a class="parent" href="/docs/${parent}">${heading}</a><ul>${links.join('\n')}</ul></nav>`
}

/** Only what the changelog says of the API. */
function changesOf(changelog: string): string {
  const releases = changelog.split(/^(?=## )/m).flatMap((release) => {
    const [, api] = /^### API\n([^]*?)(?=^#|$(?![^]))/m.exec(release) ?? []
    return api ? [`${release.slice(0, release.indexOf('\n'))}\n${api}`] : []
  })
  return `# Changes of the API\n\n${releases.join('\n')}`
}

type Heading = { depth: number; text: string; id: string }

/** The anchor of a heading, as GitHub makes it, but for the number of a repeated one. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns Markdown as HTML with anchors, and its headings below the title. */
export function render(markdown: string, file: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1>${inner}</h1>\n`
        const id = anchorOf(text)
        headings.push({ depth, text: inner, id })
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const address = addressOf(href, file)
        return address === undefined ? inner : `<a href="${address}">${inner}</a>`
      },
      // An address may be broken before each of its steps, so that it fits into a table.
      codespan: ({ text }) =>
        `<code>${escaped(text).replaceAll(/(?<=\w)(?=\/[:\w])/g, '<wbr>')}</code>`,
      table(token) {
        return `<div class="table scrolls">${tableOf(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`
      },
      code({ text, lang = '' }) {
        const label = languages[lang] ?? lang
        return `<figure class="code"><figcaption>${label}</figcaption><pre class="scrolls"><code>${escaped(text)}</code></pre></figure>\n`
      },
    },
  })
  const tokens = marked.lexer(markdown).filter((token) => !isContents(token))
  return { html: marked.parser(tokens), headings }
}

const languages: Record<string, string> = {
  js: 'JavaScript',
  json: 'JSON',
  sh: 'Shell',
  ts: 'TypeScript',
  tsx: 'TypeScript',
}

/** The address of a link on our pages; undefined for a file that is on none of them. */
function addressOf(href: string, file: string): string | undefined {
  if (/^[a-z]+:|^[#/]/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.join(dirname(file), path)
  const text = docsTexts.find((one) => one.file === target)
  return text && `/docs/${text.name}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Whether this is a list of the text's own sections, which every page has beside it. */
function isContents(token: Token): boolean {
  return (
    token.type === 'list' &&
    (token as Tokens.List).items.every(({ text }) => /^\[.*\]\(#.*\)$/.test(text))
  )
}

/** A head of empty cells is none. */
function tableOf(
  { header, rows }: Tokens.Table,
  inner: (cell: Tokens.TableCell) => string,
): string {
  const row = (cells: Tokens.TableCell[]) =>
    `<tr>${cells.map((cell) => cellOf(cell.header && cell.text !== '' ? 'th' : 'td', inner(cell))).join('')}</tr>`
  const head = header.some(({ text }) => text !== '') ? `<thead>${row(header)}</thead>` : ''
  return `<table>${head}<tbody>${rows.map(row).join('')}</tbody></table>`
}

const cellOf = (tag: string, inner: string) => `<${tag}>${inner}</${tag}>`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
