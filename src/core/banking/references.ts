/** Creditor references by ISO 11649: `RF`, two check digits (mod 97-10), and 1 to 21 letters and digits. */

/** Returns the remainder of letters and digits by 97, where A is 10 and Z is 35 (ISO 7064). */
function remainderOf(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** Returns the reference of `body`, 1 to 21 letters and digits in capitals. */
export function creditorReference(body: string): string {
  if (!/^[\dA-Z]{1,21}$/.test(body)) throw new Error(`${body} cannot be part of a reference`)
  return `RF${String(98 - remainderOf(`${body}RF00`)).padStart(2, '0')}${body}`
}

/** Returns true for a reference in capitals and without blanks, with right check digits. */
export const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[\dA-Z]{1,21}$/.test(text) && remainderOf(text.slice(4) + text.slice(0, 4)) === 1

/** Returns the part of a reference behind its check digits. */
export const bodyOfReference = (reference: string): string => reference.slice(4)

/** Writes a reference in groups of four, as people read it. */
export const inGroups = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ')

/**
 * Finds references in a text of a payer. Blanks and punctuation do not matter. Where words follow without a blank, each
 * end with right check digits counts: the caller knows which of them it has issued.
 */
export function findCreditorReferences(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^\dA-Z]/g, '')
  const found = [...plain.matchAll(/RF(?=\d{2})/g)].flatMap(({ index }) =>
    Array.from({ length: 21 }, (_, nth) => plain.slice(index, index + 25 - nth)),
  )
  return [...new Set(found)].filter(isCreditorReference)
}
