/**
 * The points of a purchase, and of issuing its documents, at which a process may die (docs/design/testing.md): before and after
 * each commit and each call of the processor. Nothing happens at one, except in a test that ends the process there.
 */
export type Failpoint =
  | 'C1 before reserve commits'
  | 'C2 reserved'
  | 'C3 charged'
  | 'C4 before settle commits'
  | 'C5 settled'
  | 'C6 asked'
  | 'C7 cancelled'
  | 'C8 before refund'
  | 'C9 refunded'
  | 'C10 webhook settled'
  | 'C11 statement booked'
  | 'D1 before documents commit'
  | 'D2 documents issued'
  | 'D3 before rendered documents commit'

export type OnFailpoint = (failpoint: Failpoint) => void | Promise<void>
