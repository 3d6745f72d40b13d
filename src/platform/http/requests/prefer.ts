/** `Prefer: handling=strict` (RFC 7240), as most clients write it, and as the answer confirms it. */
export const strictly = 'handling=strict'

const token = "[\\w!#$%&'*+.^`|~-]+"
const value = `(?:\\s*=(?:\\s*(?:"((?:\\\\.|[^"\\\\])*)"|(${token})))?)?`
const parameter = `\\s*;(?:\\s*${token}${value})?`
/** Matches one preference after the other: its name, its value with quotes or without, and its parameters. */
const preference = RegExp(`[\\s,]*(${token})${value}(?:${parameter})*\\s*(?=,|$)`, 'gy')

/** Returns true if a header `Prefer` asks for `handling=strict`. The first value of a repeated preference counts. */
export function isStrict(prefer: string | string[] | undefined): boolean {
  if (prefer === undefined || prefer === strictly) return prefer === strictly
  for (const [, name = '', quoted = '', plain = quoted] of `${prefer}`.matchAll(preference)) {
    if (name.toLowerCase() !== 'handling') continue
    return plain.replace(/\\(.)/g, '$1').toLowerCase() === 'strict'
  }
  return false
}
