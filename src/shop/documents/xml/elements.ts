/** Elements of XML as text. Empty ones are left out: EN 16931 allows none. */
import { escapeXml } from '#platform/values/text'

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
