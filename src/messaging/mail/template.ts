/** The form of the words of a mail. */
type Words = string | readonly string[]
type Fact = readonly [name: string, value: string]
type SimplePart =
  | Words
  | { label: string; path: string; when?: string }
  | { copy: string }
  | { text: string }
  | { facts: readonly Fact[] }
  | { when: string; say: string }
export type TemplatePart = SimplePart | { each: string; parts: readonly SimplePart[] }
export type Template = {
  subject: Words
  preheader: Words
  parts: readonly TemplatePart[]
  reason: Words
}
