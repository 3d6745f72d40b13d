import { setImmediate } from 'node:timers/promises'
import { shownShortCode } from '#common/codes/short-code'
import { type Look, openPaper, type Paper } from '#platform/paper/paper'
import { readerLanguage } from '#platform/values/reader-languages'
import type { PrintedTicket } from '../queries.ts'
import { ticketWords } from '../words.ts'
import { drawCode } from './code.ts'
import { drawOnRoll, pageOf, rolls } from './roll.ts'
import { period, price, sale, validity } from './words.ts'

const [width, height, margin] = [420, 595, 32]
const inner = width - 2 * margin
const qrSize = 232
const [ink, pale, faint] = ['#14213d', '#c9d4ee', '#5c6579']

/** Draws tickets, each on a page of A5: its subject, its holder, and its code, large. */
export const toPdf = (first: PrintedTicket, ...more: PrintedTicket[]): Promise<Buffer> =>
  toPaper('a5', first, ...more)

/** The kinds of paper for tickets: A6 is A5 made smaller, a roll has no colours and no more paper than it needs. */
const papers = {
  a5: { size: [width, height], draw },
  a6: { size: [298, 420], draw: drawSmall },
  '80mm': rollOf('80mm'),
  '58mm': rollOf('58mm'),
} satisfies Record<string, Kind>

type Draw = (paper: Paper, ticket: PrintedTicket) => void
type Kind = { size: [number, number]; draw: Draw }

function rollOf(kind: keyof typeof rolls): Kind {
  const roll = rolls[kind]
  return { size: pageOf(roll), draw: (paper, ticket) => drawOnRoll(paper, ticket, roll) }
}

/** Draws tickets like `toPdf`, on another paper. */
export async function toPaper(
  kind: keyof typeof papers,
  first: PrintedTicket,
  ...more: PrintedTicket[]
): Promise<Buffer> {
  const { size, draw: drawTicket } = papers[kind]
  const about = {
    size,
    language: readerLanguage(first.language),
    title: `${first.festival}: ${first.what}`,
    at: first.issued_at,
  }
  const paper = await openPaper(about, [first, ...more].flatMap(textsOf))
  drawTicket(paper, first)
  for (const ticket of more) {
    // Other requests are answered between two pages.
    await setImmediate()
    paper.document.addPage()
    drawTicket(paper, ticket)
  }
  return paper.end()
}

/** Returns the texts that people have entered. */
export const textsOf = (ticket: PrintedTicket): string[] =>
  [...Object.values(ticket), ticket.vat?.exemption].filter((value) => typeof value === 'string')

function drawSmall(paper: Paper, ticket: PrintedTicket) {
  paper.document.scale(298 / width)
  draw(paper, ticket)
}

function draw(paper: Paper, ticket: PrintedTicket) {
  const write = (text: string, y: number, look: Look) =>
    paper.write(text, { x: margin, y, width: inner }, look)
  paper.decorate(() => paper.document.rect(0, 0, width, 168).fill(ink))
  const { top, ...title } = titleFor(ticket.festival)
  let y = write(ticket.festival, top, { ...title, colour: '#fff', element: 'H1' })
  y = write(period(ticket), y + 8, { size: 10, colour: pale, lines: 2 })
  const place = [ticket.venue, ticket.place].filter(Boolean).join(', ')
  write(place, y + 4, { size: 10, colour: pale, lines: 2 })

  y = write(ticket.what, 180, { size: 16, colour: ink, isBold: true, lines: 2 })
  y = write(ticket.holder, y + 2, { size: 11, colour: ink, lines: 2 })
  y = write(price(ticket), y + 2, { size: 11, colour: faint })

  const codeTop = Math.max(250, y + 6)
  drawCode(paper, ticket.code, { x: (width - qrSize) / 2, y: codeTop, size: qrSize })
  y = codeTop + qrSize + 6
  if (ticket.short_code !== null) {
    const spoken = shownShortCode(ticket.short_code)
    y = write(spoken, y, { size: 14, colour: ink, isBold: true, align: 'center' })
  }
  y = write(ticket.payment_id, y + 2, { size: 8, colour: faint, align: 'center' })
  y = write(validity(ticket), y + 4, { size: 9, colour: faint, align: 'center' })
  y = write(ticketWords(ticket).once, y + 4, { size: 8, colour: faint, lines: 2, align: 'center' })
  write(sale(ticket), y + 4, { size: 7, colour: faint, lines: 2, align: 'center' })
}

/** Returns the style of a title: a long name is smaller, so that it fits. */
function titleFor(name: string) {
  if (name.length <= 20) return { top: 46, size: 28, lines: 2, isBold: true }
  if (name.length <= 40) return { top: 34, size: 25, lines: 2, isBold: true }
  return name.length <= 90
    ? { top: 24, size: 18, lines: 4, isBold: true }
    : { top: 22, size: 12, lines: 6, isBold: true }
}
