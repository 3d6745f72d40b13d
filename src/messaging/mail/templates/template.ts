import type { mails } from '#common/words/en/mails'

/** The texts of mails, by their English types: these name the parameters. */
export type MailTexts = typeof mails

/** A text with a form for each plural category; `count` names the parameter that is counted. */
export type CountedText = { count: string; other: string }
type Text = string | CountedText
/** Alternatives: the first that has all its parameters is used. */
export type Words = Text | readonly Text[]
type Fact = readonly [name: string, value: string]
type SimplePart =
  | Words
  | { label: string; path: string; when?: string }
  | { copy: string }
  | { text: string }
  | { facts: readonly Fact[] }
  | { when: string; say: string }

/**
 * A part of a mail. A paragraph, a button or a fact with an absent parameter is left out. `path` is an address of the
 * service, `each` repeats its parts for each item of a list, `when` includes a part only if that parameter is given.
 */
export type TemplatePart = SimplePart | { each: string; parts: readonly SimplePart[] }
export type Parts = readonly TemplatePart[]
