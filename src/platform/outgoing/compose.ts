import type { Mail } from './mail.ts'

/** A paragraph; a link that is shown as a button; or text to copy, such as a token, on a line of its own. */
export type Part = string | { label: string; url: string } | { copy: string }

/** What a mail says: `reason` says why it was sent, below everything else. */
export type Letter = { to: string; subject: string; parts: Part[]; reason: string }

/** The longest line of the plain text, in characters; a link or a token is never broken. */
const lineLength = 72

/** Composes a mail in plain text and in HTML, which say the same. */
export function compose({ to, subject, parts, reason }: Letter): Mail {
  const paragraphs = ['Hello,', ...parts]
  const text = [...paragraphs.map(partInText), `${wrapped(reason)}\n`].join('\n\n')
  const body = [...paragraphs.map(partInHtml), `<p class="reason">${escaped(reason)}</p>`]
  return { to, subject, text, html: page(subject, body) }
}

function partInText(part: Part): string {
  if (typeof part === 'string') return wrapped(part)
  return 'url' in part ? `${part.label}:\n\n${part.url}` : part.copy
}

function partInHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  if ('url' in part) {
    return `<p><a class="button" href="${escaped(part.url)}">${escaped(part.label)}</a></p>`
  }
  return `<p class="copy"><code>${escaped(part.copy)}</code></p>`
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

/** Styles in the head alone: where a mail program drops them, what remains is a plain, readable page. */
const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #faf9fc; color: #1b1730;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff;
  border: 1px solid #ddd8ea; border-radius: 10px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 16px; }
.button { display: inline-block; padding: 12px 20px; border-radius: 10px; background: #5a34d6;
  color: #ffffff; font-weight: 600; text-decoration: none; }
.copy code { display: block; padding: 12px; border-radius: 10px; background: #f1eef8;
  font: 15px/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.reason { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #ddd8ea; color: #5d5775; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #14121c; color: #f3f1fa; }
  main { background: #1d1a28; border-color: #3a3550; }
  .button { background: #b5a3ff; color: #1b1235; }
  .copy code { background: #28243a; }
  .reason { border-color: #3a3550; color: #b4aecb; }
}
`

function page(subject: string, body: string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
${body.join('\n')}
</main>
</body>
</html>
`
}
