/** The page's controls other than the camera. */

import { takeToken } from '../shared/device-session.ts'
import { HandScanner } from '../shared/hand-scanner.ts'
import { box, button, input, part, say } from '../shared/page.ts'
import { allowSound } from '../shared/tones.ts'
import type { Attendant } from './attendant.ts'
import { Finder } from './finder.ts'
import { testScanner } from './scanner-test.ts'
import { tokenIn } from './session.ts'
import { showAnswer, undoableScan } from './show.ts'
import type { Scan, Store } from './store.ts'

export function wire(attendant: Attendant, store: Store): void {
  wireSetUp(attendant)
  wireCode(attendant)
  wirePicture(attendant)
  wireRemoval(attendant)
  new Finder(attendant).wire()
  for (const way of ['in', 'out'] as const) {
    button(`way-${way}`).addEventListener('click', () => void attendant.modes.turn(way))
  }
  input('practice').addEventListener('change', ({ currentTarget }) => {
    void attendant.modes.practise((currentTarget as HTMLInputElement).checked)
  })
  button('anyway').addEventListener('click', () => void attendant.admitAnyway())
  wireUndo(attendant)
  button('clashes-seen').addEventListener('click', () => void markClashesRead(attendant, store))
  box('answer').addEventListener('click', ({ target }) => {
    // Buttons other than Clear have work of their own.
    if (!(target instanceof HTMLButtonElement) || target.id === 'clear') showAnswer(null)
  })
  wireScanner(attendant)
  window.addEventListener('online', () => attendant.heed(true))
  window.addEventListener('offline', () => attendant.heed(false))
}

function wireScanner(attendant: Attendant): void {
  const scanner = new HandScanner({
    fields: [input('code'), input('token')],
    isCode: (text) => attendant.isCode(text),
    take: (texts) => {
      allowSound()
      for (const dialog of document.querySelectorAll('dialog')) dialog.close()
      attendant.takeScan(texts)
      box('answer').scrollIntoView({ block: 'nearest' })
    },
  })
  button('scanner-open').addEventListener('click', () => testScanner(scanner))
}

function wireSetUp(attendant: Attendant): void {
  part('setup-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const token = tokenIn(input('token').value)
    input('token').value = ''
    if (token) void attendant.enter([token])
    else say('setup-fault', 'This is not a token: tokens begin with fst_gate_.')
  })
  window.addEventListener('hashchange', () => {
    const token = takeToken(tokenIn)
    if (token) void attendant.enter([token])
  })
}

function wireCode(attendant: Attendant): void {
  const code = input('code')
  part('code-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    allowSound()
    const text = code.value
    code.value = ''
    code.focus()
    if (text.trim() !== '') void attendant.scan(text)
  })
}

function wirePicture(attendant: Attendant): void {
  const picture = input('picture')
  picture.addEventListener('change', () => {
    const [file] = picture.files ?? []
    if (file) void readPicture(attendant, file)
    picture.value = ''
  })
}

async function readPicture(attendant: Attendant, file: File): Promise<void> {
  allowSound()
  // A file that is not a picture contains no code.
  const texts = await attendant.scanning.reader.readFile(file).catch(() => [])
  say('picture-fault', texts.length === 0 ? 'No code found in this picture.' : '')
  attendant.see(texts)
}

function wireRemoval(attendant: Attendant): void {
  const dialog = part('forget-dialog', HTMLDialogElement)
  button('forget').addEventListener('click', () => {
    const { unsent } = attendant
    const scans = unsent === 1 ? '1 scan is' : `${unsent} scans are`
    const stays = `${scans} not sent yet, and will be when it is set up again.`
    const elsewhere = 'It no longer scans. Remove it in the console as well.'
    say('forget-why', unsent === 0 ? elsewhere : `${stays} ${elsewhere}`)
    dialog.showModal()
  })
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'remove') void attendant.end('The set-up was removed.')
    dialog.returnValue = ''
  })
}

/** Asks for the reason, which the audit log records. */
function wireUndo(attendant: Attendant): void {
  const dialog = part('undo-dialog', HTMLDialogElement)
  let asked: Scan | undefined
  button('undo').addEventListener('click', () => {
    asked = undoableScan()
    if (asked) dialog.showModal()
  })
  dialog.addEventListener('close', () => {
    const reason = part('undo-reason', HTMLSelectElement).value
    if (dialog.returnValue === 'undo' && asked) void attendant.undo(asked, reason)
    dialog.returnValue = ''
  })
}

/** Marks the list of wrong offline admissions as read. */
async function markClashesRead({ log }: Attendant, store: Store): Promise<void> {
  const noted = log
    .clashes()
    .flatMap((scan) => (scan.clash ? [{ ...scan, clash: { ...scan.clash, isNoted: true } }] : []))
  await store.change((desk) => {
    for (const scan of noted) desk.put('scans', scan)
  })
  for (const scan of noted) log.note(scan)
}
