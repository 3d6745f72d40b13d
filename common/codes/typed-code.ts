/**
 * Codes that people type, for the service and the pages: short codes, vouchers, challenges, recovery codes and tokens
 * of a set-up. Not for the texts of QR codes, in which case and signs count.
 */

/** Blanks, invisible characters and dashes of all kinds, such as the minus sign and the long vowel of Japanese keyboards. */
const separators = /[\s\p{Cf}\p{Pd}\u02d7\u2043\u2212\u2500\u30fc]/gu

/** The zeros of keyboards that type digits of their own: Arabic, Persian, Devanagari, Bengali and Thai. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]
const nativeDigits = /[٠-٩۰-۹०-९০-৯๐-๙]/g

function toDigit(character: string): string {
  const code = character.charCodeAt(0)
  return `${code - (zeros.findLast((zero) => zero <= code) ?? code)}`
}

/** Returns a text in letters and digits of usual width, without blanks and dashes. */
export function withoutSeparators(text: string): string {
  return text.normalize('NFKC').replaceAll(separators, '').replaceAll(nativeDigits, toDigit)
}

/** Returns a code as it is compared: in capitals of usual width, without blanks and dashes. */
export function plainCode(text: string): string {
  // Turkish keyboards make İ of i.
  return withoutSeparators(text).toUpperCase().replaceAll('İ', 'I')
}

/** The separators and the digits in patterns of JSON Schema. Clients in other languages read them: no property, no escape. */
const gap = '[\\s\u00ad\u200b-\u200f\u2010-\u2015\u2212\u301c\u30fc\uff0d\uff70-]*'
const digit = '[0-9٠-٩۰-۹०-९০-৯๐-๙０-９]'
const letter = digit.replace(']', 'A-Za-zＡ-Ｚａ-ｚİı]')

/** Patterns of codes as they are typed. */
export const typedPatterns = {
  sixDigits: `^${gap}(?:${digit}${gap}){6}$`,
  sixteenCharacters: `^${gap}(?:${letter}${gap}){16}$`,
}

const lookAlikes: Record<string, string> = { I: '1', L: '1', O: '0' }

/** Capitals of Cyrillic and Greek that look like Latin ones: a keyboard of that language types them. */
const [others, latin] = ['АВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEKMHOPCTYXIJSABEZHIKMNOPTYX']
const otherCapitals = new RegExp(`[${others}]`, 'g')

/** Returns a plain code with digits for the letters that look like them, as Crockford's base32 reads it. */
export function withDigits(code: string): string {
  return code.replaceAll(/[ILO]/g, (letter) => lookAlikes[letter] ?? letter)
}

/** Returns a plain code with Latin letters and digits for the letters of Cyrillic, Greek and Latin that look like them. */
export const withLatin = (code: string): string =>
  withDigits(code.replaceAll(otherCapitals, (letter) => latin[others.indexOf(letter)] ?? letter))
