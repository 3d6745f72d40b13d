import { splitAtLinks } from '#platform/values/links'
import type { Mail } from './mail.ts'

/**
 * A paragraph; a link that is shown as a button; text to copy, such as a token, on a line of its own; facts, each a name
 * and its value; or the text of a person, whose lines and paragraphs stay, and whose web addresses are links.
 */
export type Part =
  | string
  | { label: string; url: string }
  | { copy: string }
  | { facts: [name: string, value: string][] }
  | { text: string }

/**
 * The content of a mail. `preheader` is the text that mail programs show beside the subject in their lists; `reason`
 * explains why it was sent, below everything else; `language` is a tag such as en.
 */
export type Letter = Omit<Mail, 'text' | 'html'> & {
  preheader: string
  parts: Part[]
  reason: string
  language: string
}

/** The longest line of the plain text, in characters; a link or a token is never broken. */
const lineLength = 72

/** Composes a mail in plain text and in HTML, with the same content. */
export function compose({ preheader, parts, reason, language, ...mail }: Letter): Mail {
  const text = [...parts.map(partInText), `${wrapped(reason)}\n`].join('\n\n')
  const body = [...parts.map(partInHtml), partOf('reason', 'p', escaped(reason))]
  const html = page({ subject: mail.subject, preheader, language, body: body.join('\n') })
  return { ...mail, text, html }
}

function partInText(part: Part): string {
  if (typeof part === 'string') return wrapped(part)
  if ('url' in part) return `${part.label}:\n\n${part.url}`
  if ('copy' in part) return part.copy
  if ('text' in part) return part.text.split('\n').map(wrapped).join('\n')
  return part.facts.map(([name, value]) => wrapped(`${name}: ${value}`)).join('\n')
}

function partInHtml(part: Part): string {
  if (typeof part === 'string') return partOf('words', 'p', escaped(part))
  if ('url' in part) {
    const link = `<a class="button" href="${escaped(part.url)}" style="${styles.button}">${escaped(part.label)}</a>`
    return partOf('words', 'p', link)
  }
  if ('copy' in part) return partOf('copy', 'p', escaped(part.copy))
  if ('text' in part)
    return part.text
      .split(/\n{2,}/)
      .map(paragraphOf)
      .join('\n')
  const rows = part.facts.map(
    ([name, value]) =>
      `<tr>${partOf('name', 'th scope="row"', escaped(name))}${partOf('value', 'td', escaped(value))}</tr>`,
  )
  return partOf('facts', 'table cellspacing="0" cellpadding="0"', `\n${rows.join('\n')}\n`)
}

/** Formats lines that follow each other, as a person wrote them. They hold no markup except the links to web addresses. */
function paragraphOf(lines: string): string {
  const linked = splitAtLinks(lines).map(({ text, isLink }) =>
    isLink ? `<a href="${escaped(text)}">${escaped(text)}</a>` : escaped(text),
  )
  return partOf('words', 'p', linked.join('').replaceAll('\n', '<br>\n'))
}

/** Breaks a paragraph between its words. */
function wrapped(paragraph: string): string {
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > lineLength) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const font = "system-ui,-apple-system,'Segoe UI',sans-serif"

/** Styles for each element, since many mail programs drop the styles of the head. */
const styles = {
  paper: 'margin:0;padding:0;background:#faf9fc',
  sheet: `padding:24px;background:#ffffff;border:1px solid #ddd8ea;border-radius:10px;color:#1b1730;font:16px/1.5 ${font};text-align:left`,
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  words: 'margin:0 0 16px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#5a34d6;color:#ffffff;font-weight:600;text-decoration:none',
  copy: 'margin:0 0 16px;padding:12px;border-radius:10px;background:#f1eef8;font:15px/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere',
  facts: 'width:100%;margin:0 0 16px;border-top:1px solid #ddd8ea',
  name: 'width:35%;padding:6px 12px 6px 0;border-bottom:1px solid #ddd8ea;color:#5d5775;font-size:14px;font-weight:400;text-align:left;vertical-align:top',
  value:
    'padding:6px 0;border-bottom:1px solid #ddd8ea;text-align:left;vertical-align:top;overflow-wrap:anywhere',
  reason:
    'margin:24px 0 0;padding-top:16px;border-top:1px solid #ddd8ea;color:#5d5775;font-size:14px',
  preheader: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
}

/** Returns an element, whose `tag` may have attributes, with the style of its name, and that name as the class by which the dark style finds it. */
function partOf(name: keyof typeof styles, tag: string, content: string): string {
  const [end] = tag.split(' ')
  return `<${tag} class="${name}" style="${styles[name]}">${content}</${end}>`
}

/** Contains only rules that cannot stand on an element; it overrides the styles there. */
const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #14121c !important; }
  .sheet { background: #1d1a28 !important; border-color: #3a3550 !important; color: #f3f1fa !important; }
  .button { background: #b5a3ff !important; color: #1b1235 !important; }
  .copy { background: #28243a !important; }
  .facts, .name, .value, .reason { border-color: #3a3550 !important; }
  .name, .reason { color: #b4aecb !important; }
  .words a { color: #b5a3ff; }
}
`

type Page = Pick<Letter, 'subject' | 'preheader' | 'language'> & { body: string }

/** Returns a page with one sheet in the middle. Its width is an attribute, for Outlook, which does not support a maximum width. */
function page({ subject, preheader, language, body }: Page): string {
  const layout = 'role="presentation" cellspacing="0" cellpadding="0" border="0"'
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="paper" style="${styles.paper}">
${partOf('preheader', 'div', escaped(preheader))}
<table class="paper" ${layout} width="100%" style="${styles.paper}"><tr><td align="center" style="padding:24px 12px">
<table ${layout} width="560" style="width:100%;max-width:560px"><tr><td class="sheet" style="${styles.sheet}">
<main>
${partOf('title', 'h1', escaped(subject))}
${body}
</main>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
