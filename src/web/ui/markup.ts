/** Markup that is safe to send: only `html` and the other functions of this file create it. */
export class Markup {
  readonly text: string
  private constructor(text: string) {
    this.text = text
  }
  static of(text: string): Markup {
    return new Markup(text)
  }
}

export type Shown = Markup | string | number | null | undefined | false | Shown[]

/**
 * Creates markup. Values are escaped as text, unless they are markup themselves; arrays are joined; null, undefined and
 * false are empty. Inside a tag, text is only allowed in double quotes.
 * @throws Error for text in a place where escaping would not help
 */
export function html(strings: TemplateStringsArray, ...values: Shown[]): Markup {
  const places = placesOf(strings)
  const written = values.map((value, index) => {
    if (places[index] === 'tag' && !isMarkup(value)) throw new Error('A text inside a tag')
    return `${strings[index]}${write(value)}`
  })
  return Markup.of(`${written.join('')}${strings.at(-1)}`)
}

/** Returns true for our own markup, such as an optional attribute, or nothing. Only these are allowed inside a tag. */
function isMarkup(value: Shown): boolean {
  return value instanceof Markup || value === null || value === undefined || value === false
}

function write(value: Shown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  return Array.isArray(value) ? value.map(write).join('') : escaped(`${value}`)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  __NONCE__: '&#95;_NONCE__',
}

/** The service inserts `__NONCE__` itself when it sends a page: text written by users may not request it. */
function escaped(text: string): string {
  return text.replace(/[&<>"']|__NONCE__/g, (found) => entities[found] ?? '')
}

type MarkupPosition = 'text' | 'quoted' | 'tag'
const known = new WeakMap<TemplateStringsArray, MarkupPosition[]>()

/** Returns the position of each value of a template. Only our own literals are parsed. */
function placesOf(strings: TemplateStringsArray): MarkupPosition[] {
  const places = known.get(strings) ?? readPlaces(strings)
  known.set(strings, places)
  return places
}

function readPlaces(strings: TemplateStringsArray): MarkupPosition[] {
  let markupPosition: MarkupPosition = 'text'
  return strings.slice(0, -1).map((literal) => {
    for (const sign of literal) markupPosition = after(markupPosition, sign)
    return markupPosition
  })
}

function after(markupPosition: MarkupPosition, sign: string): MarkupPosition {
  if (markupPosition === 'text') return sign === '<' ? 'tag' : 'text'
  if (markupPosition === 'quoted') return sign === '"' ? 'tag' : 'quoted'
  if (sign === '"') return 'quoted'
  return sign === '>' ? 'text' : 'tag'
}

/** A block of data for programs that read the page: JSON-LD. No text inside can end the block. */
export function dataBlock(value: object): Markup {
  const json = JSON.stringify(value)
    .replace(
      /[<>&\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('__NONCE__', '\\u005f_NONCE__')
  return Markup.of(`<script type="application/ld+json">${json}</script>`)
}

/** The position of the elements of a class in their grid: numbers only, so that no text written by users gets in. */
export type GridRule = { name: `${'t' | 's'}${number}`; rows?: Span; columns: Span }
type Span = [from: number, to: number]

/** A style sheet for this page alone, since `style` attributes are not allowed. */
export function gridStyle(rules: GridRule[]): Markup {
  const lines = rules.map(({ name, rows, columns }) => {
    const row = rows ? `grid-row:${rows.map(Number).join('/')};` : ''
    return `.${name}{${row}grid-column:${columns.map(Number).join('/')}}`
  })
  return Markup.of(`<style nonce="__NONCE__">${lines.join('')}</style>`)
}

/** Returns an address given by a user if a page may lead there: http or https; otherwise null. */
export function webAddress(address: string | null): string | null {
  return address !== null && /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : null
}
