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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML 1.0, without the characters that it cannot have. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"]/g, (one) => entities[one] ?? one)
