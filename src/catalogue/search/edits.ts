/** Alphabets of the scripts in which letters are inserted and replaced. Chinese and Korean letters are too many. */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويپچژگ',
  'กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาิีึืุูเแโใไ็่้๊๋์',
  'あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろわをんー',
].map((letters) => [...letters])

/** Longest text whose edits are looked up: a longer one has too many, and a likeness that is beyond doubt. */
const longest = 32

/**
 * Returns the texts that differ from a text by one typing error, the likelier errors first: two letters exchanged, a
 * letter doubled, one missing, another one, one too many.
 */
export function editsOf(text: string): string[] {
  const letters = [...text]
  if (letters.length > longest || letters.length < 2) return []
  const alphabet = alphabets.filter((all) => letters.some((letter) => all.includes(letter))).flat()
  return [...new Set(eachEdit(letters, alphabet))].filter((edit) => edit !== text && edit !== '')
}

function eachEdit(letters: string[], alphabet: string[]): string[] {
  const before = letters.map((_, place) => letters.slice(0, place).join(''))
  const after = letters.map((_, place) => letters.slice(place).join(''))
  const edit = (from: number, given: string, to: number) =>
    (before[from] ?? letters.join('')) + given + (after[to] ?? '')
  const at = (place: number) => letters[place] ?? ''
  // Digits stay: 2026 and 2027 are two years.
  const isLetter = (place: number) => /\p{L}|\p{M}/u.test(at(place))
  const all = [...letters.keys()]
  const places = all.filter(isLetter)
  // The first letter is mistyped rarely.
  const firstLast = [...all.slice(1), letters.length, 0]
  const gaps = firstLast.filter((place) => isLetter(place) || isLetter(place - 1))
  return [
    ...places.slice(1).map((place) => edit(place - 1, at(place) + at(place - 1), place + 1)),
    ...places.flatMap((place) => (at(place) === at(place - 1) ? edit(place, '', place + 1) : [])),
    ...places.map((place) => edit(place, at(place), place)),
    ...gaps.flatMap((place) => alphabet.map((letter) => edit(place, letter, place))),
    ...firstLast
      .filter(isLetter)
      .flatMap((place) => alphabet.map((letter) => edit(place, letter, place + 1))),
    ...places.map((place) => edit(place, '', place + 1)),
  ]
}
