/** The forms of an export, and the one that this browser uses. */

export const exportForms = [
  {
    name: 'xlsx',
    short: 'Excel',
    label: 'Excel (.xlsx)',
    extension: '.xlsx',
    query: { format: 'xlsx' },
  },
  { name: 'csv', short: 'CSV', label: 'CSV', extension: '.csv', query: {} },
  {
    name: 'semicolons',
    short: 'CSV (;)',
    label: 'CSV for German, French, Spanish, Italian Excel (;)',
    extension: '.csv',
    query: { delimiter: ';' },
  },
] as const

export type ExportForm = (typeof exportForms)[number]

const key = 'festival-export'

/** Returns the form that was chosen last; CSV until one is. */
export function storedForm(): ExportForm {
  return exportForms.find(({ name }) => name === read()) ?? exportForms[1]
}

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage may be forbidden; then nothing is stored.
    return null
  }
}

export function storeForm({ name }: ExportForm): void {
  try {
    localStorage.setItem(key, name)
  } catch {
    // As above.
  }
}
