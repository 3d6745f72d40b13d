/** The head of a document: its kind, the seller, the buyer and the sum. */
import { wordsIn } from '#common/words/all'
import type { Buyer, DocumentData, Seller } from '../model/document.ts'
import { type DocumentSums } from '../model/sums.ts'
import { formatsIn } from './formats.ts'
import { inner, looks, margin, type Page, row, stack } from './page.ts'

const left = { x: margin, width: inner * 0.58 }
const right = { x: margin + inner * 0.6, width: inner * 0.4 }
const half = (nth: number) => ({ x: margin + nth * (inner / 2 + 8), width: inner / 2 - 8 })

export function writeHead(page: Page, document: DocumentData): void {
  const { paper, y } = page
  const { seller, livemode, kind, language } = document
  const words = wordsIn(language).documents
  const title = kind === 'invoice' ? words.invoice : words.creditNote
  const name = { ...looks.strong, size: 11, align: 'right', lines: 2 } as const
  const besides = paper.write(seller.name, { ...right, y: y + 7 }, name)
  page.y = Math.max(besides, paper.write(title, { ...left, y }, { ...looks.title, lines: 2 })) + 12
  if (!livemode)
    page.y = stack(page, { x: margin, width: inner }, [[words.test, looks.warning]]) + 6
  paper.within('Table', () => {
    for (const [label, value] of factsOf(document)) {
      const cells = [
        { text: label, look: { ...looks.text, element: 'TH' }, column: { x: margin, width: 112 } },
        {
          text: value,
          look: { ...looks.text, element: 'TD' },
          column: { x: margin + 116, width: 300 },
        },
      ] as const
      row(page, [...cells], { gap: 2 })
    }
  })
  page.y += 14
}

function factsOf(document: DocumentData): [label: string, value: string][] {
  const { number, issuedOn, deliveredFrom, deliveredUntil, order, receipt, buyer, language } =
    document
  const words = wordsIn(language).documents
  const { days } = formatsIn(language)
  const facts: [string, string | null][] = [
    [words.number, number],
    [words.issued, days(issuedOn)],
    [words.delivered, days(deliveredFrom, deliveredUntil)],
    [words.order, order],
    [words.receipt, receipt],
    [words.yourReference, buyer.orderReference],
    [words.buyerReference, buyer.leitwegId],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

export function writeParties(page: Page, document: DocumentData): void {
  const { seller, buyer, language } = document
  const words = wordsIn(language).documents
  const labelled = (label: string, value: string | null) => value && `${label} ${value}`
  const company = buyer.company === null ? null : buyer.name
  const ends = [
    stack(page, half(0), [
      [words.seller, looks.heading],
      [seller.name, looks.text],
      ...addressOf(seller, language),
      [seller.email, looks.text],
      [seller.phone, looks.text],
      [labelled(words.vatId, seller.vatId), looks.text],
      [labelled(words.taxNumber, seller.taxNumber), looks.text],
    ]),
    stack(page, half(1), [
      [words.billTo, looks.heading],
      [buyer.company ?? buyer.name, looks.text],
      [company, looks.text],
      ...addressOf(buyer, language),
      [buyer.email === buyer.name ? null : buyer.email, looks.text],
      [labelled(words.vatId, buyer.vatId), looks.text],
    ]),
  ]
  page.y = Math.max(...ends) + 16
}

function addressOf(
  {
    street,
    postcode,
    city,
    country,
  }: Pick<Buyer | Seller, 'street' | 'postcode' | 'city' | 'country'>,
  language: DocumentData['language'],
): [string | null, typeof looks.text][] {
  // Without an address the country is only assumed.
  const name = (street ?? city) ? formatsIn(language).country(country) : null
  const town = [postcode, city].filter(Boolean).join(' ')
  return [street, town, name].map((text) => [text, looks.text])
}

/** Writes the sum in large letters: what was paid, given back, or is due, and when. */
export function writeHeadline(page: Page, document: DocumentData, sums: DocumentSums): void {
  const { kind, payment, corrects, language } = document
  const words = wordsIn(language).documents
  const { money, days } = formatsIn(language)
  const sum = money(sums.dueCents > 0 ? sums.dueCents : sums.totalCents)
  const due =
    payment.payUntil === null ? `${words.due}: ${sum}` : words.payBy(sum, days(payment.payUntil))
  const done = kind === 'invoice' ? words.paidSum(sum) : words.givenSum(sum)
  page.y =
    stack(page, { x: margin, width: inner }, [
      [sums.dueCents > 0 ? due : done, looks.headline],
      [corrects && words.corrects(corrects.number, days(corrects.issuedOn)), looks.text],
    ]) + 14
}
