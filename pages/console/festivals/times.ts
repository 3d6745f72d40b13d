import { fromInput, toInput } from '../components/tables/figures.tsx'

/** Returns the fault of an end time, as inputs hold it: it must be after the start. */
export function faultOfEnd(start: string, end: string): string | null {
  return start !== '' && end !== '' && end < start ? 'It ends before it begins' : null
}

/** Returns the time to write: an unchanged one keeps its seconds. */
export function timeOf(text: string, before: string | null): string | null {
  return text === toInput(before) ? before : fromInput(text)
}
