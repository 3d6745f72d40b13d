/** Finds the day in a title, such as `Harbour Nights – Friday 16 July`. */
import { readWritten } from '#platform/files/written-times'

/** The most words that a written day has: `Friday the 16th of July 2027`. */
const mostWords = 6

const isDay = (text: string) => {
  const read = readWritten(text)
  return read?.day !== undefined && read.start === undefined
}

/** Returns the longest part of a text that is a day; undefined if none is, or if two are. */
export function dayIn(text: string): string | undefined {
  if (isDay(text)) return text
  const words = text.split(/\s+|[|·:()]+|(?<=\p{L}),|\s[-–—]\s/u).filter(Boolean)
  for (let length = Math.min(mostWords, words.length); length > 0; length--) {
    const found = Array.from({ length: words.length - length + 1 }, (_, from) =>
      words.slice(from, from + length).join(' '),
    ).filter((part) => isCertain(part) && isDay(part))
    if (found.length > 0) return new Set(found).size === 1 ? found[0] : undefined
  }
  return undefined
}

/** Excludes short words: `Sun Stage` is no Sunday. */
const isCertain = (part: string) => /\d/.test(part) || /\p{L}{6}/u.test(part)
