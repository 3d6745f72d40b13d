/** The XML of a document inside its PDF, as Factur-X 1.0 and ZUGFeRD 2 name and describe it. */
import type { Archive } from '#platform/paper/archive'

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const name = 'factur-x.xml'

const properties = {
  DocumentFileName: [name, 'Name of the embedded XML file'],
  DocumentType: ['INVOICE', 'Kind of the hybrid document'],
  Version: ['1.0', 'Version of the XML schema'],
  ConformanceLevel: ['EN 16931', 'Profile of the XML'],
} as const

const values = Object.entries(properties).map(([key, [value]]) => `<fx:${key}>${value}</fx:${key}>`)

const descriptions = Object.entries(properties).map(
  ([key, [, description]]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${key}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
    `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
)

/** The properties, and their description as an extension schema (ISO 19005-3, 6.6.2.3.3). */
const xmp = `
<rdf:Description rdf:about="" xmlns:fx="${namespace}">${values.join('')}</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${descriptions.join('')}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

/** Returns the parts of a PDF that make it a hybrid document. */
export const facturX = (xml: string): Archive => ({
  xmp,
  files: [{ name, type: 'text/xml', bytes: Buffer.from(xml) }],
})
