/** Printers of tills (docs/contract, section 8.5). */
import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/shapes'

const RollWidth = OneOf('RollWidth', {
  '80mm': 'Paper of 80 mm, of which 72 mm are printed: 576 dots',
  '58mm': 'Paper of 58 mm, of which 48 mm are printed: 384 dots',
})
const PrinterLanguage = OneOf('PrinterLanguage', {
  escpos: 'ESC/POS: Epson TM, and most printers of other makers',
  star: "Star's raster mode: TSP100, and printers in Star Line mode",
  starprnt: 'StarPRNT: mC-Print, mPOP, TSP100IV, SM-L and SM-S',
})

/** The description of a print, in the query or in the body. */
export const Print = Type.Object({
  sale_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The sale whose tickets are printed. Absent: a test page',
      examples: ['0197a5c0-7b1e-7cc3-98c4-dc0c0c07398f'],
    }),
  ),
  paper: Type.Optional({ ...RollWidth, description: 'Absent: 80mm' }),
  language: Type.Optional({
    ...PrinterLanguage,
    description: 'The commands that the printer knows. Absent: escpos',
  }),
})
export type Print = Static<typeof Print>

export const NewPrint = Type.Object({
  printer: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'The name of a printer of `GET /shifts/:id/printers`',
    examples: ['bar'],
  }),
  ...Print.properties,
})
export type NewPrint = Static<typeof NewPrint>

export const Printed = Type.Object(
  { bytes: Type.Integer({ description: 'That the printer has taken', examples: [68_206] }) },
  { title: 'TillPrint' },
)
export type Printed = Static<typeof Printed>

export const Printers = Type.Array(
  Type.Object({ name: Type.String({ examples: ['bar'] }) }, { title: 'TillPrinter' }),
  { description: 'In the order in which the operator has named them' },
)
