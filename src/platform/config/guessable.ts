/** What people write where a secret belongs, until they know better. */
const words = [
  'abcdefghijklmnopqrstuvwxyz',
  'administrator',
  'placeholder',
  '0123456789',
  'insecure',
  'password',
  'qwertyuiop',
  'changeme',
  'festival',
  'default',
  'example',
  'letmein',
  'replace',
  'welcome',
  'change',
  'please',
  'sample',
  'secret',
  'admin',
  'token',
  'demo',
  'test',
  'this',
  'with',
  'your',
  'key',
]

/** So many different characters 16 that are drawn by lot have for certain, even as digits. */
const fewest = 6
/** What has to be left of a secret beside such words. */
const shortest = 8

/**
 * Whether a secret is none that was drawn by lot: a few characters again and again, or made of words as they
 * stand in examples. It finds what is plainly bad, and vouches for nothing.
 */
export function isGuessable(text: string): boolean {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  if (new Set(text).size < fewest || /^(.{1,16}?)\1+$/s.test(letters)) return true
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters)
  return rest.replaceAll(runs, '').length < shortest
}

/** Rows of digits or letters in their order, and one character again and again. */
const runs = /(?:0?123456?7?8?9?0?|98765?4?3?2?1?0?|abcdef?g?h?|(.)\1{3,})/g
