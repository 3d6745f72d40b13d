/** Words that are often used as placeholders for secrets. */
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

/** Sixteen random characters have at least as many different ones, even if they are digits. */
const fewest = 6
/** The characters that must remain of a secret without such words. */
const shortest = 8

/**
 * Returns true if a secret is obviously not random: a few repeated characters, or words that are common in examples. It
 * detects obvious cases only.
 */
export function isGuessable(text: string): boolean {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  if (new Set(text).size < fewest || /^(.{1,16}?)\1+$/s.test(letters)) return true
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters)
  return rest.replaceAll(runs, '').length < shortest
}

/** Sequences of consecutive digits or letters, and repeated characters. */
const runs = /(?:0?123456?7?8?9?0?|98765?4?3?2?1?0?|abcdef?g?h?|(.)\1{3,})/g
