import { Type } from 'typebox'
import { Format } from 'typebox/format'

// One or more words between dots, none with a character that would need quotes in a mail's header.
const word = String.raw`[^\s\p{C}"(),.:;<>@[\]\\]+`
const words = `${word}(?:\\.${word})*`
const address = new RegExp(`^${words}@${words}$`, 'u')

// TypeBox's own format knows ASCII only; people write their addresses in any script.
Format.Set('email', (text) => address.test(text))

/** An e-mail address as written: one that mail can be sent to, taken as it is, never trimmed. */
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['ada@harbour.example'],
})
