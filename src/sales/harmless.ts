// Also their full-width forms, which some programs read as the same.
const signs = '=+\\-@\uff1d\uff0b\uff0d\uff20'
const opening = new RegExp(`^[\\s"']*[${signs}]|^[\\t\\r]|["'][\\s"']*[${signs}\\t\\r]`)
const afterSeparator = new RegExp(`(?<=[;\\t\\r\\n]\\s*)(?=[${signs}])`, 'g')

/**
 * A text that no spreadsheet takes for a formula. What begins like one, or would where a program ends a
 * cell at a quote, gets an apostrophe in front; so does what follows a semicolon, tab or line break,
 * where a program with another separator begins a cell.
 */
export function harmless(text: string): string {
  const split = text.replace(afterSeparator, "'")
  return opening.test(text) ? `'${split}` : split
}
