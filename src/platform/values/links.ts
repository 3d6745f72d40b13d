/** Web addresses in texts that people wrote. */

/** An address goes on until a blank, a sign of markup, a quotation mark or a sign of Chinese and Japanese sentences. */
const address =
  /https?:\/\/[^\s\p{C}<>"`“”„‟«»‹›‚\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/giu
/** Signs that end a sentence or a quotation after an address. */
const ending = /[.,;:!?…'’‘*|·]/u
const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** A part of a text; `isLink` if it is a web address. */
type Piece = { text: string; isLink: boolean }

/** Splits a text at its web addresses, each as far as readers see it go. */
export function splitAtLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutEnding(found)
    if (!URL.canParse(url)) continue
    pieces.push({ text: text.slice(end, index), isLink: false }, { text: url, isLink: true })
    end = index + url.length
  }
  return [...pieces, { text: text.slice(end), isLink: false }]
}

/** Removes the signs of the sentence around an address. A bracket belongs to it if it was opened in it. */
function withoutEnding(url: string): string {
  const countOf = (sign: string) => url.split(sign).length
  const unopened = new Map(
    Object.entries(pairs).map(([closing, opening]) => [
      closing,
      countOf(closing) - countOf(opening),
    ]),
  )
  for (let end = url.length; ; end--) {
    const last = url[end - 1] ?? ''
    const left = unopened.get(last) ?? 0
    if (left > 0) unopened.set(last, left - 1)
    else if (!ending.test(last)) return url.slice(0, end)
  }
}
