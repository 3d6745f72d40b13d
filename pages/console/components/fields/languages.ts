/** Languages by their names, and texts in several languages, in the shape of forms and in that of the API. */

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const letters = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(97 + nth))
/** Languages that are written differently from place to place. */
const regional = ['en-GB', 'en-US', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant']

/** The name of a language, such as `German`. */
export const nameOf = (tag: string): string => names.of(tag) ?? tag

/** The languages that can be chosen, by name. */
export const choices: { value: string; label: string }[] = [
  ...letters.flatMap((one) => letters.map((other) => one + other)),
  ...regional,
]
  .flatMap((tag) => {
    const isCanonical = Intl.getCanonicalLocales(tag)[0] === tag
    const label = isCanonical ? names.of(tag) : undefined
    return label === undefined ? [] : [{ value: tag, label: `${label} (${tag})` }]
  })
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

type Field = 'name' | 'description' | 'site_plan_description'
type Texts = { [One in Field]?: string | undefined }
export type Translations = Record<string, Texts>
type Patch = Record<string, { [One in Field]?: string | null } | null>

/** Returns the patch of translations: languages that a form no longer has, and empty texts, are removed. */
export function patchOf(values: Translations, before: Translations = {}): Patch {
  const gone = Object.keys(before).filter((tag) => !(tag in values))
  const written = Object.entries(values).map(([tag, texts]) => [
    tag,
    Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text?.trim() || null])),
  ])
  return { ...Object.fromEntries(gone.map((tag) => [tag, null])), ...Object.fromEntries(written) }
}
