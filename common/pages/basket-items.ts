/** The wanted items, as in the address of the checkout: `<id>:2,accommodation.<id>:1`. */
export type Kind = 'ticket' | 'accommodation' | 'subscription'
export type Item = { kind: Kind; id: string; quantity: number }

/** The maximum number of units in one order. */
export const mostUnits = 20

const written = /(?:(accommodation|subscription)\.)?([0-9a-f-]{36}):(\d{1,2})(?:,|$)/g

/** Parses the wanted items. Of several entries for one item the last number counts. Invalid entries are left out. */
export function readItems(text = ''): Item[] {
  const wanted = new Map<string, Item>()
  for (const [, kind = 'ticket', id = '', digits] of text.matchAll(written)) {
    wanted.set(id, { kind: kind as Kind, id, quantity: Number(digits) })
  }
  return [...wanted.values()].filter(({ quantity }) => quantity > 0 && quantity <= mostUnits)
}

/** Writes items as `readItems` reads them. Equal items always give the same text. */
export function writeItems(items: Item[]): string {
  const texts = items.map(({ kind, id, quantity }) => {
    return `${kind === 'ticket' ? '' : `${kind}.`}${id}:${quantity}`
  })
  return texts.toSorted((a, b) => a.localeCompare(b)).join(',')
}
