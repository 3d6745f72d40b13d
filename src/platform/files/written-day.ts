/** Which number of `1/7/2027` is the day. */
export type DayOrder = 'dmy' | 'mdy'

/** `isAmbiguous`: true for `7/6/2027`, of which either number may be the month. */
export type WrittenDate = {
  year: number | undefined
  month: number
  day: number
  isAmbiguous?: true
}

/** A day as it is written: a date, perhaps without its year; a day of the week; or the nth day of the festival. */
export type WrittenDay =
  | { date: WrittenDate; weekday?: number }
  | { weekday?: number; monthDay: number; date?: undefined }
  | { weekday: number; date?: undefined }
  | { nth: number; date?: undefined; weekday?: number }
