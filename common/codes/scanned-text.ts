/** The code in a scanned text. Scanners send more than the code: control characters, prefixes and suffixes. */
import { fromBase45 } from './base45.ts'
import { codeLengths, readCode } from './read-code.ts'

/** Control characters: STX, ETX, GS, line breaks. */
const controls = /\p{Cc}/gu
/** The symbology identifier of ISO/IEC 15424, such as `]Q1` for a QR code. */
const symbology = /^\s*\][a-z]\d/i

/**
 * Returns a scanned text as its code was printed: in upper case, without control characters, symbology identifier and
 * suffix. In a longer text, such as one with a prefix set in the scanner, finds the code of a ticket. Trimming is safe:
 * a code ends with no blank, and begins with one from the 1,280th signing key on.
 */
export function asPrinted(text: string): string {
  const plain = text.replaceAll(controls, '').replace(symbology, '').replace(/#\s*$/, '')
  const code = plain.trim().toUpperCase()
  return isWhole(code) ? code : (ticketIn(code) ?? code)
}

/** The versions that codes may have one day. */
const mostVersions = 15

/** Returns true for a code with nothing around it, also of a version that is not known yet. */
const isWhole = (text: string) => (fromBase45(text)?.[0] ?? Infinity) <= mostVersions

/** The most characters around a code in which it is searched. */
const mostAround = 40

/** Returns the first code of a ticket inside a longer text; undefined if there is none. */
function ticketIn(text: string): string | undefined {
  const shortest = Math.min(...codeLengths)
  if (text.length > shortest + mostAround) return undefined
  for (let start = 0; start + shortest <= text.length; start++) {
    for (const length of codeLengths) {
      const code = text.slice(start, start + length)
      if (readCode(code)) return code
    }
  }
  return undefined
}
