/**
 * Returns the form for comparison of e-mails, countries and genres: NFC, lower case. Made here and stored beside the
 * text, because a database's own lower() depends on its locale.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

const letters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** Returns the form for searching names: without case, accents and surplus blanks. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(special, (letter) => letters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the LIKE pattern that finds a text anywhere. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Returns true if a text can be stored: PostgreSQL cannot store NUL, and JSON cannot carry lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
