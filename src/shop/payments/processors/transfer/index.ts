import type { Definition } from '../processor.ts'
import { facts, transferProcessor } from './transfer.ts'

/** Bank transfers to the account of the settings, if there is one. */
export const transfer = {
  ...facts,
  open: ({ config, db, now }) =>
    config.BANK_HOLDER && config.BANK_IBAN ? transferProcessor({ db, now }) : undefined,
} satisfies Definition
