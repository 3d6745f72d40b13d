/** Texts of the pages, one catalogue for each language. The English catalogue defines the keys. */
import type { first } from './en/first.ts'
import type { own } from './en/own.ts'
import type { proof } from './en/proof.ts'
import type { queue } from './en/queue.ts'
import type { shop } from './en/shop.ts'
import { type PageLanguage, spokenHere } from './speech.ts'

/** Texts of the public pages. */
export type First = typeof first
/** Texts of the checkout, the tickets and the sign-in. */
export type Shop = { shop: typeof shop }
/** Texts of a fan's own pages. */
export type Own = typeof own
/** Texts of a sale's waiting room. */
export type Queue = { queue: typeof queue }
/** Texts of the proof of a draw. */
export type Proof = { proof: typeof proof }
type Catalogue = First & Shop & Own & Queue & Proof

/** A table with keys defined elsewhere, such as the codes of refusals. */
type Tables<Words> = {
  [Key in keyof Words]: Words[Key] extends Record<string, string>
    ? Words[Key] & Record<string, string>
    : Words[Key]
}

const known = new Map<PageLanguage, Partial<Catalogue>>()

/** Adds a part of a catalogue. */
export function learn(language: PageLanguage, words: First | Shop | Own | Queue | Proof): void {
  known.set(language, { ...known.get(language), ...words })
}

/**
 * Returns the words of a part. Each is looked up when it is used, so a word must not be stored in a place where pages
 * of another language would find it. @throws Error for a part that has not been learned
 */
export function wordsOf<Part extends keyof Catalogue>(part: Part): Tables<Catalogue[Part]> {
  return new Proxy({} as Tables<Catalogue[Part]>, {
    get: (_words, key) => {
      const words = known.get(spokenHere())?.[part]
      if (!words) throw new Error(`The words of ${part} are missing in ${spokenHere()}`)
      return Reflect.get(words, key) as unknown
    },
  })
}
