/** RFC 9285: encodes bytes in the characters that a QR code stores most densely. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const values = new Map(Array.from(alphabet, (character, value) => [character, value]))

/** Encodes two bytes as three characters, and a last single one as two; the lowest digit comes first. */
export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [high = 0, low] = bytes.subarray(at, at + 2)
    const isPair = low !== undefined
    let rest = isPair ? high * 256 + low : high
    for (let digit = isPair ? 3 : 2; digit > 0; digit--) {
      text += alphabet[rest % 45]
      rest = Math.floor(rest / 45)
    }
  }
  return text
}

/** Decodes a text to bytes; undefined if it is not exactly the result of `toBase45` for any bytes. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 3 === 1) return undefined
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(
      text.slice(at, at + 3),
      (character) => values.get(character) ?? Number.NaN,
    )
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0)
    const isPair = digits.length === 3
    if (!(value <= (isPair ? 0xffff : 0xff))) return undefined
    if (isPair) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return Uint8Array.from(bytes)
}
