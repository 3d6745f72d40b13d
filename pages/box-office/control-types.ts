import type { Till } from './till.ts'

/** Connects controls to the current till. */
export type Controls = {
  press: (id: string, work: (till: Till) => unknown) => void
  send: (id: string, work: (till: Till) => unknown) => void
  pick: (id: string, field: string, work: (till: Till, pressed: HTMLElement) => unknown) => void
}
