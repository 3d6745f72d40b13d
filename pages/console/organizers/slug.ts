/** Returns the id for an organizer's name: lowercase letters, digits and dashes, without accents. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 128)
}

/** Returns the fault of an id, or null. */
export function faultOfSlug(slug: string): string | null {
  if (slug === '') return 'Enter an id'
  return /^[a-z0-9-]{1,128}$/.test(slug) ? null : 'Only lowercase letters, digits and dashes'
}
