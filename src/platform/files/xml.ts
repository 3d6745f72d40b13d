import { invalid } from '#platform/values/errors'

/** An element of an XML document. `text` is empty where it has elements. */
export type Element = {
  /** without its prefix */
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/**
 * Parses an XML document, in the encoding that it declares. Documents with a document type are refused: entities
 * could be defined in it.
 * @throws 400 with the line of the fault
 */
export async function parseXml(bytes: Uint8Array, file: string): Promise<Element> {
  // It is WebAssembly: loaded with the first document.
  const { XmlDocument, XmlElement, XmlLibError } = await import('libxml2-wasm')
  const read = (element: InstanceType<typeof XmlElement>): Element => {
    const children: Element[] = []
    for (let node = element.firstChild; node; node = node.next)
      if (node instanceof XmlElement) children.push(read(node))
    return {
      name: element.name,
      attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
      children,
      text: children.length === 0 ? element.content : '',
    }
  }
  try {
    using document = XmlDocument.fromBuffer(bytes)
    if (document.dtd) throw invalid(`${file} has a document type (DOCTYPE): save it without`)
    return read(document.root)
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error
    const line = error.details[0]?.line
    const where = line ? `, line ${line}` : ''
    throw invalid(`${file} is not valid XML${where}: ${error.message.trim().split('\n')[0]}`)
  }
}

/** Returns the first child of a name. */
export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((one) => one.name === name)

/** Returns all children of a name. */
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((one) => one.name === name) ?? []

/** Returns the text of a child, without surrounding blanks; empty if there is none. */
export const textOf = (element: Element | undefined, name: string): string =>
  child(element, name)?.text.replaceAll('\r', '').trim() ?? ''
