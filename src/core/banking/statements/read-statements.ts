/** Reads files as banks deliver them: an XML document, or a ZIP archive of several. */
import { unzipSync } from 'fflate'
import { parseXml } from '#platform/files/xml'
import { invalid, Problem } from '#platform/values/errors'
import { entriesOf } from './camt053.ts'
import type { StatementEntry } from './entry.ts'

const megabyte = 1024 * 1024
/** The largest file, and the largest document of an archive, bytes: about 25,000 entries. */
export const mostStatementBytes = 32 * megabyte
/** The most that the documents of an archive may have together, bytes. */
const mostUnzipped = 128 * megabyte
const mostDocuments = 1000

/**
 * Returns the entries of a file, which is called `file` in refusals.
 * @throws 400 for a file that is too large, broken, or no statement
 */
export async function readStatements(bytes: Uint8Array, file: string): Promise<StatementEntry[]> {
  if (bytes.length === 0) throw invalid(`${file} is empty`)
  if (bytes.length > mostStatementBytes) throw tooLarge(file)
  const entries: StatementEntry[] = []
  for (const [name, document] of isZip(bytes) ? unzip(bytes, file) : [[file, bytes] as const]) {
    requireVersion(document, name)
    // Not spread into `push`: 25,000 arguments are too many.
    for (const entry of entriesOf(await parseXml(document, name), name)) entries.push(entry)
  }
  return entries
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Returns the XML documents of an archive by name. The sizes that it states are checked before anything is unzipped. */
function unzip(bytes: Uint8Array, file: string): [string, Uint8Array][] {
  const names = new Set<string>()
  let size = 0
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (/\.zip$/i.test(name))
          throw invalid(`${file} contains another archive, ${name}: unpack that one`)
        if (!/\.xml$/i.test(name) || name.startsWith('__MACOSX/')) return false
        if (originalSize > mostStatementBytes) throw tooLarge(`${file}, ${name}`)
        size += originalSize
        if (size > mostUnzipped) throw invalid(`${file} has more than 128 MB when it is unpacked`)
        names.add(name)
        if (names.size > mostDocuments)
          throw invalid(`${file} has more than ${mostDocuments} documents`)
        return true
      },
    })
    const documents = Object.entries(parts)
    if (documents.length === 0) throw invalid(`${file} contains no .xml file`)
    return documents.map(([name, document]) => [`${file}, ${name}`, document])
  } catch (error) {
    if (error instanceof Problem) throw error
    throw invalid(`${file} is no archive that can be read: download it from the bank again`)
  }
}

const tooLarge = (file: string) =>
  invalid(`${file} has more than 32 MB: export statements of fewer days at a time`)

/** Refuses other messages and versions before they are parsed. The version stands in the namespace, near the beginning. */
function requireVersion(document: Uint8Array, name: string): void {
  const head = Buffer.from(document.subarray(0, 8192)).toString('latin1').replaceAll('\0', '')
  if (/^(?:\u00ef\u00bb\u00bf)?\s*(?::\d\d[A-Z]?:|\{1:)/.test(head))
    throw invalid(`${name} is an MT940 statement: export camt.053 (XML)`)
  const [, version] = /urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d\d)/.exec(head) ?? []
  if (version === undefined || version === '02' || version === '08') return
  throw invalid(`${name} is camt.053.001.${version}: export camt.053.001.02 or camt.053.001.08`)
}
