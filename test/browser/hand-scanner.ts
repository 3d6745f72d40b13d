/** A hand scanner of a page: presses physical keys over the DevTools protocol, as a layout of the system types them. */
import type { CDPSession, Page } from 'playwright-core'
import { keysFor, type LayoutName } from './keyboard-layouts.ts'

const ends = { Enter: ['Enter', '\r', 13], Tab: ['Tab', '', 9] } as const
/** The bit of Shift and of Ctrl in the protocol. */
const [shift, control] = [8, 2]

type ScannerSettings = {
  layout?: LayoutName
  /** the key at the end; null for none */
  end?: 'Enter' | 'Tab' | null
  /** true if the scanner begins with STX, which is Ctrl+B */
  stx?: boolean
}

/** Connects a scanner to a page; the returned function scans a text, with a prefix and a suffix in it. */
export async function aHandScanner(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  return async (text: string, settings: ScannerSettings = {}) => {
    const { layout = 'us', end = 'Enter', stx = false } = settings
    const sent = stx ? press(devTools, { code: 'KeyB', key: 'b', modifiers: control }) : []
    for (const { code, shiftKey, key } of keysFor(text, layout)) {
      sent.push(...press(devTools, { code, modifiers: shiftKey ? shift : 0, ...typedBy(key) }))
    }
    if (end !== null) {
      const [key, typed, windowsVirtualKeyCode] = ends[end]
      const enter = { code: key, key, windowsVirtualKeyCode, ...(typed && { text: typed }) }
      sent.push(...press(devTools, enter))
    }
    await Promise.all(sent)
  }
}

/** What a key types; a dead key types nothing yet. */
const typedBy = (key: string | null) => (key === null ? { key: 'Dead' } : { key, text: key })

type Key = { code: string; key: string; text?: string; modifiers?: number }

/** Sends the events of one key. They arrive in order, so none is waited for. */
function press(devTools: CDPSession, key: Key & { windowsVirtualKeyCode?: number }) {
  const type = key.text === undefined ? 'rawKeyDown' : 'keyDown'
  const { text: _, ...released } = key
  return [
    devTools.send('Input.dispatchKeyEvent', { type, ...key }),
    devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released }),
  ]
}
