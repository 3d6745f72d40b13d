/** Draws QR codes; pages import it too, so it imports nothing of the service. */
import { encodeQR } from 'qr'

/** The quiet zone: the white around a code that scanners need to find it, in modules. */
const quiet = 4

/** The encoding of a text: texts of tickets have capitals and digits only. */
type Encoding = 'alphanumeric' | 'byte'

/** Returns the modules of a code, row by row; true is dark. Error correction M, quiet zone included. */
export function modulesOf(code: string, encoding: Encoding = 'alphanumeric'): boolean[][] {
  return encodeQR(code, 'raw', { ecc: 'medium', encoding, border: quiet })
}

/** Returns the dark stripes of a row: the start and length of each, in modules. */
export function stripesOf(row: boolean[]): { start: number; length: number }[] {
  return row.flatMap((isDark, start) => {
    if (!isDark || row[start - 1]) return []
    const end = row.indexOf(false, start)
    return [{ start, length: (end === -1 ? row.length : end) - start }]
  })
}

/** Returns the dark modules of a code as one path in a square of `size`, quiet zone included. */
export function pathOf(code: string, encoding?: Encoding): { size: number; path: string } {
  const modules = modulesOf(code, encoding)
  const stripes = modules.flatMap((row, y) =>
    stripesOf(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`),
  )
  return { size: modules.length, path: stripes.join('') }
}
