/** Acts of several artists: `Ebb Trio b2b Low Meadow`. */
import { isOpen } from '#platform/files/written-times'

const backToBack = /\s+(?:b\d?b|back[ -]to[ -]back)\s+/i
const separator = /\s+(?:&|\+|x|×|vs\.?|versus|and|und|et|y|e|w\/|with|mit)\s+|\s*,\s+|\s+\/\s+/i

export type KnownArtists = {
  /** true for the whole name of an artist that is stored, or that the file describes */
  isArtist(name: string): boolean
  /** true for an artist, and for an act that plays elsewhere in the file by itself */
  isAct(name: string): boolean
}

/**
 * Returns the artists of an act. A known artist of the whole name wins. `b2b` always separates two artists; `&`, `vs`
 * and the like do where all parts are known, so that `Simon & Garfunkel` stays one.
 */
export function artistsOf(act: string, known: KnownArtists): string[] {
  // In `So Tuff (Mija b2b Magree)` the act has a name of its own.
  if (known.isArtist(act) || /[()[\]]/.test(act)) return [act]
  const parts = act.split(backToBack).map((part) => part.trim())
  if (parts.some((part) => part === '' || isOpen(part))) return [act]
  const artists = parts.flatMap((part) => knownParts(part, known) ?? [part])
  return [...new Set(artists)]
}

/** Returns the known artists that a text names, all of it; undefined if a part is unknown. */
function knownParts(text: string, known: KnownArtists): string[] | undefined {
  if (known.isArtist(text)) return [text]
  let from = 0
  for (;;) {
    const found = separator.exec(text.slice(from))
    if (!found) return undefined
    const [first, rest] = [
      text.slice(0, from + found.index),
      text.slice(from + found.index + found[0].length),
    ]
    from += found.index + found[0].length
    if (first === '' || rest === '' || !known.isAct(first)) continue
    if (known.isAct(rest)) return [first, rest]
    const others = knownParts(rest, known)
    if (others) return [first, ...others]
  }
}
