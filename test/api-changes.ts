import type { Addition } from './description-diff.ts'

/** Returns the entries of the first section "API" of the changelog: the changes since the last release. */
export function changesOf(changelog: string): string[] {
  const [, section = ''] = /^### API\n([^]*?)(?=^##|$(?![^]))/m.exec(changelog) ?? []
  return section.split(/^- /m).slice(1)
}

/**
 * Returns the additions that no entry names. An operation is named by method and path. A parameter, field or value
 * is named beside its operation, or beside the record that it belongs to.
 */
export function unmentioned(added: Addition[], entries: string[]): string[] {
  const groups = Map.groupBy(added, ({ operation, name, record }) =>
    name === undefined ? operation : `${name} of ${record ?? operation}`,
  )
  return [...groups]
    .filter(([, group]) => !group.some((one) => entries.some((entry) => names(entry, one))))
    .map(([what, [first]]) =>
      what.endsWith(first?.operation ?? '') ? what : `${what} (${first?.operation})`,
    )
}

function names(entry: string, { operation, name, record }: Addition): boolean {
  const hasOperation = entry.includes(`\`${operation.replace('event ', '')}\``)
  if (name === undefined) return hasOperation
  const isNamed = new RegExp(`\`${RegExp.escape(name)}\\b`).test(entry)
  const hasRecord = record !== undefined && new RegExp(`\\b${record}`, 'i').test(entry)
  return isNamed && (hasOperation || hasRecord)
}
