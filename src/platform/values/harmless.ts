// Includes the full-width forms, which some programs treat as equal.
const signs = '=+\\-@\uff1d\uff0b\uff0d\uff20'
const opening = new RegExp(`^[\\s"']*[${signs}]|^[\\t\\r]|["'][\\s"']*[${signs}\\t\\r]`)
const afterSeparator = new RegExp(`(?<=[;\\t\\r\\n]\\s*)(?=[${signs}])`, 'g')

/**
 * Returns the text in a form that no spreadsheet reads as a formula. An apostrophe is put before a text that begins
 * like a formula, or that would if a program ends a cell at a quote. It is also put after a semicolon, tab or line
 * break, where a program with another separator begins a new cell.
 */
export function harmless(text: string): string {
  const split = text.replace(afterSeparator, "'")
  return opening.test(text) ? `'${split}` : split
}
