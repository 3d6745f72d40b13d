import type { PreviewLineupBody } from '../../../../../client/src/index.ts'

/** A chosen file; `nth` tells a file from the same one chosen again. */
export type Upload = { name: string; file: string; nth: number }

/** Corrections of the user. */
export type Choice = Pick<
  PreviewLineupBody,
  'sheet' | 'columns' | 'day_ends_at' | 'day_order' | 'encoding'
>
