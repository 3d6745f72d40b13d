/**
 * Returns the form for comparison of e-mails, countries and genres: NFC, lower case. Made here and stored beside the
 * text, because a database's own lower() depends on its locale.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Returns the LIKE pattern that finds a text anywhere. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Returns true if a text can be stored: PostgreSQL cannot store NUL, and JSON cannot carry lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
