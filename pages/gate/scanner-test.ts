/** Tests a hand scanner: shows what it sends, and what to set. */
import type { HandScanner } from '../shared/hand-scanner.ts'
import { box, element, part, say } from '../shared/page.ts'
import { type Report, reportOn, testCode } from './scanner-report.ts'

/** Opens the dialog. Until it closes, scans are shown and not taken. */
export function testScanner(scanner: HandScanner): void {
  const dialog = part('scanner-test', HTMLDialogElement)
  void drawCode()
  showReport({ advice: '', facts: [] })
  scanner.observe = (scan) => showReport(reportOn(scan))
  const stop = () => {
    scanner.observe = undefined
  }
  dialog.addEventListener('close', stop, { once: true })
  dialog.showModal()
}

async function drawCode(): Promise<void> {
  const { codeOf } = await import('../shared/ticket-code.ts')
  box('scanner-code').replaceChildren(codeOf(testCode, 'The code to scan'))
}

function showReport({ advice, facts }: Report): void {
  say('scanner-advice', advice)
  box('scanner-facts').replaceChildren(
    ...facts.map(([label, text]) =>
      element('div', '', element('dt', '', label), element('dd', '', text)),
    ),
  )
}
