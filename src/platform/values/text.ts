/**
 * The form in which e-mails, countries and genres are compared: NFC, lower case. Made here and stored
 * beside the text, because a database's own lower() depends on its locale.
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

/** The form in which names are searched: without case, accents and surplus blanks. */
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

/** The LIKE pattern of a text wherever it stands. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether a text can be stored: PostgreSQL cannot store NUL, and JSON cannot carry lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
