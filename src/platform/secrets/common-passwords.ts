import type { Config } from '#platform/config/variables'
import { invalidField } from '#platform/values/errors'

export type Rule = Pick<Config, 'NODE_ENV' | 'REFUSE_COMMON_PASSWORDS'>
export type Chosen = {
  /** its name in the input */
  name: string
  password: string
  /** public knowledge about its owner: e-mail and names */
  about: (string | null)[]
}

/**
 * Refuses (400) a new password that many people have, in letters of either case and with signs at its end, or that is
 * made of its owner's e-mail or names, or of the word festival, with digits and signs around or between. Applies if
 * `REFUSE_COMMON_PASSWORDS` says so, by default in production. Passwords that were set before stay as they are.
 */
export async function refuseCommon(
  { NODE_ENV, REFUSE_COMMON_PASSWORDS = NODE_ENV === 'production' }: Rule,
  { name, password, about }: Chosen,
): Promise<void> {
  if (!REFUSE_COMMON_PASSWORDS) return
  const folded = password.toLowerCase()
  const spellings = [folded, folded.replace(/[^\p{L}\p{N}]+$/u, '')]
  const many = await common()
  if (spellings.some((spelling) => many.has(spelling))) {
    throw invalidField(name, 'is a common password: choose another one')
  }
  const letters = lettersOf(password)
  if (wordsOf(about).some((word) => word.length > 2 && word === letters)) {
    throw invalidField(
      name,
      'is made of a name, an e-mail or the word festival: choose another one',
    )
  }
}

const lettersOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')

/** Returns each text, the part before the @ of an e-mail, and the names in a row. */
function wordsOf(about: (string | null)[]): string[] {
  const known = about.flatMap((text) => text ?? [])
  const local = known.flatMap((text) => (text.includes('@') ? (text.split('@')[0] ?? []) : []))
  const names = known.filter((text) => !text.includes('@'))
  const rows = [names.join(''), names.toReversed().join('')]
  return ['festival', ...known, ...local, ...rows].map(lettersOf)
}

let loaded: Promise<ReadonlySet<string>> | undefined

/** Returns the common passwords, read with the first password that is set: a third of a megabyte that few processes need at once. */
function common(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((password) => password.length >= shortest)),
  )
  return loaded
}

/** Shorter passwords are refused anyway. */
const shortest = 8
