import { hash } from 'node:crypto'

type Entry = {
  /** the bank's own reference of the entry, AcctSvcrRef; empty: none */
  bankReference: string
  content: unknown[]
}

/** Words that banks write where they have no reference. */
const noReference = /^(?:|NONREF|NOTPROVIDED|NOT PROVIDED)$/i

/**
 * Keys the entries of a statement of `account`: the same entry has the same key in every file, in either version, and in
 * parts of a file. Entries without a reference of the bank differ by their content, and equal ones of a statement by their
 * position among those. A key takes the number of a transaction within its entry.
 */
export function keyingEntries(account: string) {
  const times = new Map<string, number>()
  return ({ bankReference, content }: Entry) => {
    let name = bankReference.trim()
    if (noReference.test(name)) {
      const equal = JSON.stringify(content)
      const position = times.get(equal) ?? 0
      times.set(equal, position + 1)
      name = `${equal} ${position}`
    }
    return (transaction: number | undefined) =>
      hash('sha256', JSON.stringify([account, name, transaction ?? 0]), 'hex')
  }
}
