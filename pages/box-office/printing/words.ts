/** The page's texts about the printer of a till. */
import type { Printer } from './printer.ts'

const again = 'The sale stays: print it again from the last sales.'

/** Why nothing was printed, or not all, and what to do next. */
export const faults = {
  none: 'No printer was chosen. Connect it, switch it on, and try again.',
  unsupported:
    'This browser uses no printers itself. Open this page in Chrome or Edge, or choose a printer in the network.',
  gone: `The printer is not connected. Plug it in and switch it on. ${again}`,
  taken:
    'Another page or program uses the printer. Close that page, or remove the printer from the printers of this device, and try again.',
  notPrinter: 'This device takes no data to print. Choose another one.',
  paper: `The printer has no paper. Put in a roll and close it. ${again}`,
  stopped: `The printer has stopped. Look at its paper and its cover, and switch it off and on. ${again}`,
  lost: `The printer was disconnected while it printed. Plug it in again. ${again}`,
  fetch: 'The tickets could not be fetched for printing. Try again from the last sales.',
}

const languageNames = { escpos: 'ESC/POS', star: 'Star', starprnt: 'StarPRNT' }
const widths = { '80mm': '80 mm', '58mm': '58 mm' }

/** Describes a printer in one line. */
export const printerOf = ({ name, paper, language }: Printer): string =>
  `${name} · ${widths[paper]} · ${languageNames[language]}`

export const noPrinter = 'None is set up. Tickets are printed by the dialog of the browser.'
export const tested =
  'The test was sent. If nothing readable came out, try another kind of printer.'
