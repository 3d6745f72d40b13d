/** The texts of a language of mails: all texts of the catalogue. */
import type { english } from '../catalogue.ts'

/** A value that consists of a parameter alone is the same in every language. */
type IsBare<Text extends string> = Text extends `{${infer Name}}`
  ? Name extends `${string}{${string}`
    ? false
    : true
  : false
type Worded<Text> = Text extends string ? (IsBare<Text> extends true ? never : Text) : never

/** The texts of a part of a template that its reader sees. */
type Said<Part> = Part extends string
  ? Worded<Part>
  : Part extends { copy: string } | { text: string }
    ? never
    : Part extends { label: infer Label }
      ? Worded<Label>
      : Part extends { say: infer Text }
        ? Said<Text>
        : Part extends { facts: readonly (infer Fact)[] }
          ? Said<Fact>
          : Part extends { parts: readonly (infer One)[] }
            ? Said<One>
            : Part extends readonly (infer One)[]
              ? Said<One>
              : never

type Catalogue = typeof english
/** Each text of the catalogue: a language without one of them does not compile. */
export type MailText = {
  [Name in keyof Catalogue]: Catalogue[Name] extends { parts: readonly unknown[] }
    ?
        | Said<Catalogue[Name]['parts'][number]>
        | Said<Catalogue[Name][keyof Catalogue[Name] & ('subject' | 'preheader' | 'reason')]>
    : Name extends 'greeting'
      ? Said<Catalogue[Name]>
      : never
}[keyof Catalogue]

export type MailWords = Record<MailText, string>
