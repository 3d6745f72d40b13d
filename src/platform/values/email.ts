import { Type } from 'typebox'
import { Format } from 'typebox/format'

// Words separated by dots, without the characters that need quotes in a mail's header.
const word = String.raw`[^\s\p{C}"(),.:;<>@[\]\\]+`
const words = `${word}(?:\\.${word})*`
const address = new RegExp(`^${words}@${words}$`, 'u')

// TypeBox's own format allows only ASCII; addresses exist in any script.
Format.Set('email', (text) => address.test(text))

/** Whether a text is an address as `Email` takes it. */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text)

/** An e-mail address in a request. It is stored as given, never trimmed. */
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['ada@harbour.example'],
})
