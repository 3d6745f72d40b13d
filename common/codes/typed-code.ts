/**
 * Codes that people type, for the service and the pages: short codes, vouchers, challenges, recovery codes and tokens
 * of a set-up. Not for the texts of QR codes, in which case and signs count.
 */

/** Blanks, invisible characters and dashes of all kinds, such as the minus sign and the long vowel of Japanese keyboards. */
const separators = /[\s\p{Cf}\p{Pd}\u02d7\u2043\u2212\u2500\u30fc]/gu

/** Returns a text in letters and digits of usual width, without blanks and dashes. */
export function withoutSeparators(text: string): string {
  return text.normalize('NFKC').replaceAll(separators, '')
}

/** Returns a code as it is compared: in capitals of usual width, without blanks and dashes. */
export function plainCode(text: string): string {
  return withoutSeparators(text).toUpperCase()
}

const lookAlikes: Record<string, string> = { I: '1', L: '1', O: '0' }

/** Returns a plain code with digits for the letters that look like them, as Crockford's base32 reads it. */
export function withDigits(code: string): string {
  return code.replaceAll(/[ILO]/g, (letter) => lookAlikes[letter] ?? letter)
}
