/** Elements of XML as text. Empty ones are left out: EN 16931 allows none. */

/** Returns an element with others inside. */
export function element(name: string, ...children: string[]): string {
  const inside = children.join('')
  return inside === '' ? '' : `<${name}>${inside}</${name}>`
}

/** Returns an element with a text, and attributes as they are. */
export function textElement(name: string, text: string | null, attributes = ''): string {
  const escaped = escapeXml(text ?? '').trim()
  const start = attributes === '' ? name : `${name} ${attributes}`
  return escaped === '' ? '' : `<${start}>${escaped}</${name}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML 1.0, without the characters that it cannot have. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"]/g, (one) => entities[one] ?? one)

/** Returns an element with an amount of EUR. */
export const amount = (name: string, cents: number, attributes = ''): string =>
  textElement(name, decimal(cents, 2), attributes)

/** Returns a whole number of units of 10^-places as a decimal. */
export function decimal(units: number, places: number): string {
  const digits = `${Math.abs(units)}`.padStart(places + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Returns an element with a day, `YYYYMMDD` (format 102 of UNTDID 2379). */
export const day = (name: string, date: string | null, prefix = 'udt'): string =>
  element(
    name,
    textElement(`${prefix}:DateTimeString`, date && date.replaceAll('-', ''), 'format="102"'),
  )
