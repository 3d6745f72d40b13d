/** A row of the table: what was measured, the result, and its target. */
export type Row = {
  work: string
  /** formatted, such as `1.32×` or `12.4 ms` */
  figure: string
  /** such as `≤ 1.5×`; empty without a target */
  target: string
  /** undefined without a target, or when it could not be measured here */
  reached: boolean | undefined
  /** the numbers behind it: requests/s, CPU per request, percentiles, bytes */
  detail: string
  /** present where measuring failed, with the reason in `detail` */
  failed?: true
}

type Reached = { figure: number; target: number; unit: '×' | ' ms' | ' MB' | ' s' | ' KB' | '/s' }

/** A row with a maximum. */
export const atMost = (work: string, reached: Reached, detail = ''): Row =>
  judged(work, { ...reached, sign: '≤' }, detail)

/** A row with a minimum. */
export const atLeast = (work: string, reached: Reached, detail = ''): Row =>
  judged(work, { ...reached, sign: '≥' }, detail)

function judged(
  work: string,
  { figure, target, unit, sign }: Reached & { sign: '≤' | '≥' },
  detail: string,
): Row {
  const reached = sign === '≤' ? figure <= target : figure >= target
  return {
    work,
    figure: `${short(figure)}${unit}`,
    target: `${sign} ${target}${unit}`,
    reached: Number.isFinite(figure) ? reached : undefined,
    detail,
  }
}

/** A row without a target, or that could not be measured here. */
export const printed = (work: string, figure: string, detail = ''): Row => ({
  work,
  figure,
  target: '',
  reached: undefined,
  detail,
})

/** Three digits, or all before the decimal point. */
export const short = (number: number): string =>
  Number.isFinite(number)
    ? number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 2 : number < 100 ? 1 : 0 })
    : 'not measured'
