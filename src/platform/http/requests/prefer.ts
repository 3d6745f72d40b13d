/** `Prefer: handling=strict` (RFC 7240), as most write it, and as the answer confirms it. */
export const strictly = 'handling=strict'

const token = "[\\w!#$%&'*+.^`|~-]+"
const value = `(?:\\s*=(?:\\s*(?:"((?:\\\\.|[^"\\\\])*)"|(${token})))?)?`
const parameter = `\\s*;(?:\\s*${token}${value})?`
/** One preference after the other: its name, then its value with quotes or without, then its parameters. */
const preference = RegExp(`[\\s,]*(${token})${value}(?:${parameter})*\\s*(?=,|$)`, 'gy')

/** Whether a header `Prefer` asks for `handling=strict`. Of a preference that is given twice the first one counts. */
export function isStrict(prefer: string | string[] | undefined): boolean {
  if (prefer === undefined || prefer === strictly) return prefer === strictly
  for (const [, name = '', quoted = '', plain = quoted] of `${prefer}`.matchAll(preference)) {
    if (name.toLowerCase() !== 'handling') continue
    return plain.replace(/\\(.)/g, '$1').toLowerCase() === 'strict'
  }
  return false
}
