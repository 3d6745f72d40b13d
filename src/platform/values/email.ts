import { domainToASCII } from 'node:url'
import { Type } from 'typebox'
import { Format } from 'typebox/format'
import { fold } from './text.ts'

// Words between dots, without the characters that need quotes in a mail's header.
const word = String.raw`[^\s\p{C}"(),.:;<>@[\]\\]+`
const words = `${word}(?:\\.${word})*`
const address = new RegExp(`^${words}@${words}$`, 'u')

// TypeBox's own format allows only ASCII; addresses exist in any script.
Format.Set('email', (text) => address.test(text))

/** Returns true if a text is an address that `Email` accepts. */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text)

/** An e-mail address in a request. It is stored as given, never trimmed. */
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['ada@harbour.example'],
})

/**
 * Returns an address with its domain in ASCII (UTS 46), the form in DNS and mail servers: ada@bücher.example is
 * ada@xn--bcher-kva.example, the form that some browsers and mail programs write. Any other text stays as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  // A domain in ASCII needs no mapping, and `%` would be decoded.
  const ascii =
    at > 0 && /[^ -~]/.test(domain) && !domain.includes('%') ? domainToASCII(domain) : ''
  return ascii === '' ? address : address.slice(0, at) + ascii
}

/** Returns the form of an e-mail for comparison, stored beside the address: NFC, lower case, the domain in ASCII. */
export const emailKey = (email: string): string => fold(withAsciiDomain(email))
