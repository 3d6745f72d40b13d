/** Registers all texts of every language, for the server. */
import { languageCodes } from '#platform/values/reader-languages'
import { register } from './catalogues.ts'

/** The modules of each language. */
const modules = [
  'public',
  'shop',
  'account',
  'queue',
  'proof',
  'mails',
  'notices',
  'tickets',
  'documents',
  'places',
  'news',
]

for (const language of languageCodes) {
  for (const name of modules) register(language, await import(`./${language}/${name}.ts`))
}

export { register, wordsIn } from './catalogues.ts'
