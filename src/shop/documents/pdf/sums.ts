/** The sums of a document: what is taken off, the total, the VAT by rate, and how it is paid. */
import { wordsIn } from '#common/words/all'
import type { Look } from '#platform/paper/sheet'
import type { DocumentData } from '../model/document.ts'
import type { DocumentSums } from '../model/sums.ts'
import { formatsIn } from './formats.ts'
import { ensureRoom, inner, looks, margin, type Page, row, rule, stack } from './page.ts'

/** Sums stand in the right half. */
const block = { x: margin + inner * 0.42, width: inner * 0.58 }

type Sum = [label: string, cents: number, look?: Look]

export function writeSums(page: Page, document: DocumentData, sums: DocumentSums): void {
  const { money } = formatsIn(document.language)
  ensureRoom(page, 130)
  page.paper.within('Table', () => {
    for (const [label, cents, look = looks.text] of sumsToWrite(document, sums)) {
      row(page, [
        {
          text: label,
          look: { ...look, element: 'TH' },
          column: { x: block.x, width: block.width - 96 },
        },
        {
          text: money(cents),
          look: { ...look, element: 'TD', align: 'right' },
          column: { x: block.x + block.width - 92, width: 92 },
        },
      ])
    }
  })
  page.y += 6
}

function sumsToWrite({ lines, kind, payment, language }: DocumentData, sums: DocumentSums): Sum[] {
  const words = wordsIn(language).documents
  const of = (field: 'grossCents' | 'voucherCents' | 'pointsCents') =>
    lines.reduce((sum, line) => sum + line[field], 0)
  const [voucher, points] = [of('voucherCents'), of('pointsCents')]
  const paid = kind === 'invoice' ? words.paid : words.given
  const all: (Sum | false)[] = [
    voucher + points > 0 && [words.subtotal, of('grossCents')],
    voucher > 0 && [words.voucher, -voucher],
    points > 0 && [words.points, -points],
    [words.total, sums.totalCents, looks.strong],
    sums.paidCents > 0 && [paid[payment.means], -sums.paidCents],
    [words.due, sums.dueCents, looks.strong],
  ]
  return all.filter((sum) => sum !== false)
}

/** Writes net, VAT and gross of each rate. */
export function writeVat(page: Page, { language, seller }: DocumentData, sums: DocumentSums): void {
  const words = wordsIn(language).documents
  const { money, rate } = formatsIn(language)
  const write = (texts: string[], element: 'TH' | 'TD', look: Look) =>
    row(
      page,
      texts.map((text, nth) => ({
        text,
        look: { ...look, element, ...(nth > 0 && { align: 'right' as const }) },
        column: {
          x: block.x + (nth * block.width) / 4,
          width: block.width / 4 - (nth < 3 ? 4 : 0),
        },
      })),
      { gap: 3 },
    )
  ensureRoom(page, 40 + 14 * sums.vat.length)
  rule(page, block)
  page.paper.within('Table', () => {
    write([words.rate, words.net, words.vat, words.gross], 'TH', looks.faint)
    for (const one of sums.vat) {
      const name = one.category === 'E' ? words.exempt : rate(one.rate)
      const cents = [one.basisCents, one.vatCents, one.basisCents + one.vatCents]
      write([name, ...cents.map(money)], 'TD', looks.text)
    }
  })
  const reasons = sums.vat.flatMap(({ exemption }) => exemption ?? [])
  const notes = [...new Set([...reasons, seller.vatNote ?? []].flat())]
  page.y = stack(page, block, [
    [sums.vatCents > 0 ? words.included : null, looks.faint],
    ...notes.map((note): [string, Look] => [note, looks.faint]),
  ])
}

/** Writes where a transfer goes, while it is due. */
export function writeTransfer(
  page: Page,
  { payment, language }: DocumentData,
  { dueCents }: DocumentSums,
): void {
  const { account, reference, means } = payment
  if (means !== 'transfer' || account === null || dueCents <= 0) return
  const words = wordsIn(language).documents
  ensureRoom(page, 70)
  page.y += 10
  page.paper.within('Table', () => {
    const facts: [string, string | null][] = [
      [words.account, account.holder],
      [words.iban, account.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
      [words.bic, account.bic],
      [words.reference, reference],
    ]
    for (const [label, value] of facts) {
      if (value === null) continue
      row(
        page,
        [
          {
            text: label,
            look: { ...looks.text, element: 'TH' },
            column: { x: margin, width: 112 },
          },
          {
            text: value,
            look: { ...looks.text, element: 'TD' },
            column: { x: margin + 116, width: 260 },
          },
        ],
        { gap: 2 },
      )
    }
  })
}
