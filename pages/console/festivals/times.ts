import { fromInput, toInput } from '../components/figures.tsx'

/** What is wrong with an end, as inputs hold times: one that is not after its start. */
export function faultOfEnd(start: string, end: string): string | null {
  return start !== '' && end !== '' && end < start ? 'It ends before it begins' : null
}

/** What an input says, to write: a time that was not touched stays exact, seconds and all. */
export function timeOf(text: string, before: string | null): string | null {
  return text === toInput(before) ? before : fromInput(text)
}
