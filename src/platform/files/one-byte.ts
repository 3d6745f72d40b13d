/** Encodings of one byte for a letter are told apart by the letters that the bytes would be. */

/** The letters of languages beyond ASCII, by the encoding in which their files are saved. */
const alphabets = {
  'windows-1250': [
    'ąćęłńóśźż',
    'áčďéěíňóřšťúůýž',
    'áäčďéíĺľňóôŕšťúýž',
    'áéíóöőúüű',
    'čćđšž',
    'ăâîşţ',
  ],
  'windows-1252': [
    'àâæçéèêëîïôœùûüÿ',
    'áéíñóúü¡¿',
    'àèéìíòóùú',
    'áâãàçéêíóôõú',
    'æøåé',
    'åäöé',
    'áéíðóúýþæö',
    'äöüß',
    'áéíóúàèìòùïü·ç',
    'ëïéèöü',
  ],
} as const
type Coded = keyof typeof alphabets

/** The letters of both encodings from 0x80 to 0xff, by the character of Latin-1 that a byte is. */
const tables = {
  'windows-1250': tableOf('windows-1250'),
  'windows-1252': tableOf('windows-1252'),
}

function tableOf(encoding: Coded): Map<string, string> {
  const bytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128)
  const letters = new TextDecoder(encoding).decode(bytes)
  return new Map([...bytes].map((byte, at) => [String.fromCharCode(byte), letters.charAt(at)]))
}

/** Russian, Ukrainian and Bulgarian words are of such letters alone; other languages have them between ASCII. */
export function isCyrillic(latin1: string): boolean {
  const all = latin1.match(/[\xc0-\xff\xa5\xa8\xaa\xaf\xb2-\xb4\xb8\xba\xbf]/g)?.length ?? 0
  const words = latin1.match(
    /(?<![A-Za-z])[\xc0-\xff\xa5\xa8\xaa\xaf\xb2-\xb4\xb8\xba\xbf]{3,}(?![A-Za-z])/g,
  )
  return (words?.join('').length ?? 0) > all / 2
}

const vowel = '[aeiouy\\xe0-\\xe6\\xe8-\\xef\\xf2-\\xf6\\xf9-\\xfd]'

/**
 * Returns true if a language of Central Europe explains more of the letters than each of Western Europe does. Letters that are
 * the same in both encodings, such as `ä` and `é`, decide nothing.
 */
export function isLikelier1250(latin1: string): boolean {
  const [central, western] = [tables['windows-1250'], tables['windows-1252']]
  const bytesOf = (text: string) =>
    [...text].filter((byte) => central.get(byte) !== western.get(byte))
  const most = (encoding: Coded, bytes: string[]) =>
    Math.max(
      ...alphabets[encoding].map(
        (alphabet) =>
          bytes.filter((byte) =>
            alphabet.includes(tables[encoding].get(byte)?.toLowerCase() ?? '?'),
          ).length,
      ),
    )
  // `õ` and `ã` of Portuguese stand before `e` and `o`; elsewhere they are `ő` and `ă`. Beside a vowel `ø` is `ř`.
  const plausible = latin1
    .replace(/[\xf5\xd5](?=[a-z])(?!e)|[\xe3\xc3](?=[a-z])(?![eo])/gi, '')
    .replace(new RegExp(`(?<=${vowel})[\\xf8\\xd8]|[\\xf8\\xd8](?=${vowel})`, 'gi'), '')
  return most('windows-1250', bytesOf(latin1)) > most('windows-1252', bytesOf(plausible))
}
