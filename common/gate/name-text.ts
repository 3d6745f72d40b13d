/**
 * Returns true if a text is enough to look for a person by name: it has two letters, or one of a script in which one is a
 * name, such as 李.
 */
export function isEnoughOfName(text: string): boolean {
  return /\p{L}.*\p{L}|[\p{sc=Han}\p{sc=Hang}]/su.test(text)
}
