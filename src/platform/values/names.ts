import anyAscii from 'any-ascii'

/**
 * The normal form of names of people, places and records. Two spellings of one name have one form, whatever
 * their case, accents, blanks and punctuation. Search, imports and lists use it; nothing else compares names.
 */

/** Joins the letters on both sides: `Guns N’ Roses`, `O'Connor`. */
const apostrophes = /['‘’‛`´′＇ʹʻʼ׳]/g
/** Accents of Latin, Greek and Cyrillic; vowel signs of Hebrew and Arabic; the Arabic filler; characters without a glyph. */
const marks = /[\u0300-\u036f\u0640\p{Cf}]|[\p{Mn}&&[\p{scx=Hebr}\p{scx=Arab}]]/gv

/** Letters without a decomposition in Unicode, and Arabic and Persian letters that are written for each other. */
const letters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')
const katakana = /[\u30a1-\u30f6]/g
const toHiragana = (kana: string) => String.fromCharCode(kana.charCodeAt(0) - 0x60)

/** Returns a text in lower case, without accents and surplus blanks. Punctuation stays. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(special, (letter) => letters[letter] ?? letter)
    .replace(katakana, toHiragana)
    .replace(/\s+/g, ' ')
    .trim()
}

/** `ae` for `ä`, which has lost its dots: not `ue` in `Queen` and `Bauer`. */
const umlaut = /(?<![aeiouq])([aou])e/g
/** The same in a complete name: `Blue` and `Blu`, `Joe` and `Jo` are two. */
const innerUmlaut = /(?<![aeiouq])([aou])e(?=\p{L})/gu

/** Letters of scripts without blanks between words, of which each is a word. */
const wordLetter = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー々]`
const betweenWords = new RegExp(`(?<=${wordLetter})(?=\\S)|(?<=\\S)(?=${wordLetter})`, 'gu')
/** A sign between letters: `AC⚡DC`. */
const innerSigns = /(?<=[\p{L}\p{N}])[\p{So}\ufe0f]+(?=[\p{L}\p{N}])/gu
const separators = /[\p{P}\p{Z}\s=+|~^<>$⁄∕]+/gu

/**
 * "And" in the languages of the guide and of Scandinavia. Between two words it is `n`, as in `Rock 'n' Roll`; one letter is a
 * word only between longer ones, so that `R. E. M.` has none.
 */
const and = /(?<=\S )(?:and|und|et|og|och)(?= \S)|(?<=\S\S )[ye](?= \S\S)/g
const optionalWord = /^(?:and|und|et|y|e|og|och|n|the)$/

function wordsOf(text: string, ofUmlaut: RegExp): string {
  const folded = plain(text.replace(apostrophes, ''))
  const words = folded
    .replace(ofUmlaut, '$1')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '')
    .replace(/(?<=\p{L})!(?=\p{L})/gu, 'i')
    .replace(/\$(?=\p{L})|(?<=\p{L})\$/gu, 's')
    .replace(/(?<=\S\s?)&(?=\s?\S)|(?<=\S )\+(?= \S)/g, ' n ')
    .replace(innerSigns, ' ')
    .replace(separators, ' ')
    .replace(betweenWords, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(and, 'n')
  // A name of signs alone, such as `!!!`.
  return words === '' ? folded : words
}

/** Two numbers stay apart: `Stage 1.1` is not `Stage 11`. */
const joined = (words: string) => words.replace(/ (?!\d)|(?<!\d) /g, '')

/** Returns the words of a name, or of a text that is searched for, separated by blanks. A beginning of a text has a beginning of its words. */
export function searchable(text: string): string {
  return wordsOf(text, umlaut)
}

/**
 * Returns the key of a complete name: two names with the same key are one. It has no blanks and no leading "the". Where
 * fewer than three characters would be left, punctuation and blanks count: `3` and `3!` are two names.
 */
export function nameKey(name: string): string {
  const key = joined(wordsOf(name, innerUmlaut).replace(/^the (?!the$)/, ''))
  return [...key].length < 3 ? plain(name) : key
}

/** Separates words and joined words in `search_name`. Sorts before a blank, so that a name sorts before longer ones. */
export const nameEnd = '\t '
/**
 * Letters of alphabets and syllables whose names are found in Latin letters as well. Those of Chinese are read in several ways,
 * and Arabic and Hebrew have no vowels. The function `has_former_search_name` of the database has the same letters.
 */
const romanizable = /[α-ωа-ҁҊ-ԯա-ֆა-ჺ가-힣ぁ-ゖ]/
/** Index entries of PostgreSQL have at most 2,704 bytes. */
const longest = 200
const cut = (text: string) => [...text].slice(0, longest).join('')

/**
 * Returns the content of a column `search_name`: the words, `nameEnd`, the words joined, and of other alphabets `nameEnd` and the
 * words in Latin letters. Each word, the first one by its joined form, follows a blank; `ACDC` is a part of the form of `AC/DC`.
 */
export function searchName(name: string): string {
  const words = cut(searchable(name))
  if (words === '') return ''
  const parts = [words, cut(joined(searchable(name)))]
  if (romanizable.test(words)) parts.push(cut(searchable(anyAscii(name))) || words)
  return parts.join(nameEnd)
}

/** The most words of a text that are looked for. */
const mostWords = 8

/** The parts of a text that are looked for in a name: in any order `words`, which leave "and" and "the" out, or `joined`. */
export type SearchTerms = { text: string; words: string[]; joined: string }

export function searchTerms(typed: string): SearchTerms {
  const text = searchable(typed)
  const words = [...new Set(text.split(' '))].filter((word) => word !== '')
  const required = words.filter((word) => !optionalWord.test(word))
  return {
    text,
    words: (required.length > 0 ? required : words).slice(0, mostWords),
    joined: joined(text),
  }
}
