import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpen, readWritten, readWrittenDay } from './written-times.ts'

const date = (year: number | undefined, month: number, day: number) => ({
  date: { year, month, day },
})
/** A date of which either number may be the month. */
const eitherWay = (year: number | undefined, month: number, day: number) => ({
  date: { ...date(year, month, day).date, isAmbiguous: true },
})
const at = (hours: number, minutes = 0) => hours * 60 + minutes
const friday = { weekday: 5 }

const read: [text: string, expected: object][] = [
  ['20:30', { start: at(20, 30) }],
  ['20:00/21:00', { start: at(20), end: at(21) }],
  ['20時30分', { start: at(20, 30) }],
  ['Friday night', { day: friday }],
  ['Freitagabend', { day: friday }],
  ['17 Jul 27', { day: date(2027, 7, 17) }],
  ['17 Jul 20:00', { day: date(undefined, 7, 17), start: at(20) }],
  ['Day 1 - Friday', { day: { nth: 1, weekday: 5 } }],
  ['суббота 17 июля', { day: { ...date(undefined, 7, 17), weekday: 6 } }],
  ['пт 20:00', { day: friday, start: at(20) }],
  ['7月17日(土)', { day: { ...date(undefined, 7, 17), weekday: 6 } }],
  ['2027年7月17日 20:00', { day: date(2027, 7, 17), start: at(20) }],
  ['20.30', { start: at(20, 30) }],
  ['20:30:00', { start: at(20, 30) }],
  ['20h30', { start: at(20, 30) }],
  ['20 h', { start: at(20) }],
  ['8:00 PM', { start: at(20) }],
  ['8.30 p.m.', { start: at(20, 30) }],
  ['8pm', { start: at(20) }],
  ['12:15 AM', { start: at(0, 15) }],
  ['12 pm', { start: at(12) }],
  ['18:00 Uhr', { start: at(18) }],
  ['18 Uhr', { start: at(18) }],
  ['um 18.30 Uhr', { start: at(18, 30) }],
  ['24:30', { start: at(24, 30) }],
  ['25:30', { start: at(25, 30) }],
  ['2030', { start: at(20, 30) }],
  ['20', { start: at(20) }],
  ['midnight', { start: at(24) }],
  ['２０：３０', { start: at(20, 30) }],
  ['13:15 - 13:45', { start: at(13, 15), end: at(13, 45) }],
  ['13:15–13:45', { start: at(13, 15), end: at(13, 45) }],
  ['13:15 bis 13:45 Uhr', { start: at(13, 15), end: at(13, 45) }],
  ['from 8 pm to 9.30 pm', { start: at(20), end: at(21, 30) }],
  ['8:00 - 9:30 PM', { start: at(20), end: at(21, 30) }],
  ['11 - 1 PM', { start: at(11), end: at(13) }],
  ['20-21', { start: at(20), end: at(21) }],
  ['22:00 - late', { start: at(22), end: null }],
  ['22:00 -', { start: at(22), end: null }],
  ['Friday', { day: friday }],
  ['FRIDAY', { day: friday }],
  ['Freitag', { day: friday }],
  ['vendredi', { day: friday }],
  ['Viernes', { day: friday }],
  ['venerdì', { day: friday }],
  ['Fr.', { day: friday }],
  ['Sat', { day: { weekday: 6 } }],
  ['Friday 20:00', { day: friday, start: at(20) }],
  ['FRIDAY 13:15 - 13:45', { day: friday, start: at(13, 15), end: at(13, 45) }],
  ['Fri, 8pm', { day: friday, start: at(20) }],
  ['Day 2', { day: { nth: 2 } }],
  ['Sat 17', { day: { weekday: 6, monthDay: 17 } }],
  ['Samstag, 17. 20:00', { day: { weekday: 6, monthDay: 17 }, start: at(20) }],
  ['17th', { day: { monthDay: 17 } }],
  ['17.7.27', { day: date(2027, 7, 17) }],
  ['17.07.2027', { day: date(2027, 7, 17) }],
  ['17. 7. 2027', { day: date(2027, 7, 17) }],
  ['17/7/2027', { day: date(2027, 7, 17) }],
  ['7/17/2027', { day: date(2027, 7, 17) }],
  ['17-7-27', { day: date(2027, 7, 17) }],
  ['Saturday 17th July', { day: { ...date(undefined, 7, 17), weekday: 6 } }],
  ['sábado 17 de julio', { day: { ...date(undefined, 7, 17), weekday: 6 } }],
  ['mar 20 juillet', { day: { ...date(undefined, 7, 20), weekday: 2 } }],
  [
    'dimanche 1er août à 20h30',
    { day: { ...date(undefined, 8, 1), weekday: 0 }, start: at(20, 30) },
  ],
  ['sab 17 lug ore 21', { day: { ...date(undefined, 7, 17), weekday: 6 }, start: at(21) }],
  ['Sa 17.07', { day: { ...date(undefined, 7, 17), weekday: 6 } }],
  ['Sa 17.07 20:00', { day: { ...date(undefined, 7, 17), weekday: 6 }, start: at(20) }],
  ['17.07 20.30', { day: date(undefined, 7, 17), start: at(20, 30) }],
  ['17.7. 22 Uhr', { day: date(undefined, 7, 17), start: at(22) }],
  ['17.7. 22.30', { day: date(undefined, 7, 17), start: at(22, 30) }],
  ['Sa 20.30', { day: { weekday: 6 }, start: at(20, 30) }],
  ['20h30 à 21h30', { start: at(20, 30), end: at(21, 30) }],
  ['de 20:00 a 21:00', { start: at(20), end: at(21) }],
  ['a las 20:30', { start: at(20, 30) }],
  ['às 20h', { start: at(20) }],
  ['à partir de 20h', { start: at(20) }],
  ['alle 21', { start: at(21) }],
  ['kl. 20', { start: at(20) }],
  ['ca. 20:00', { start: at(20) }],
  ['20u30', { start: at(20, 30) }],
  ['20.00 uur', { start: at(20) }],
  ['2000-2045', { start: at(20), end: at(20, 45) }],
  ['2027-07-17', { day: date(2027, 7, 17) }],
  ['2027/7/17', { day: date(2027, 7, 17) }],
  ['20270717', { day: date(2027, 7, 17) }],
  ['17.7.', { day: date(undefined, 7, 17) }],
  ['17/7', { day: date(undefined, 7, 17) }],
  ['17 July 2027', { day: date(2027, 7, 17) }],
  ['July 17, 2027', { day: date(2027, 7, 17) }],
  ['17. Juli', { day: date(undefined, 7, 17) }],
  ['1er août', { day: date(undefined, 8, 1) }],
  ['17 de julio de 2027', { day: date(2027, 7, 17) }],
  ['17-Jul-27', { day: date(2027, 7, 17) }],
  ['5. März 2027', { day: date(2027, 3, 5) }],
  ['17 July 20:00', { day: date(undefined, 7, 17), start: at(20) }],
  ['Sat 17.7.27 20:00', { day: { ...date(2027, 7, 17), weekday: 6 }, start: at(20) }],
  ['Samstag, 17. Juli 2027, 20 Uhr', { day: { ...date(2027, 7, 17), weekday: 6 }, start: at(20) }],
  ['2027-07-17 20:30', { day: date(2027, 7, 17), start: at(20, 30), isExact: true }],
  ['2027-07-17T20:30:00', { day: date(2027, 7, 17), start: at(20, 30), isExact: true }],
  ['17.07.2027 20:30', { day: date(2027, 7, 17), start: at(20, 30) }],
  ['46585', { day: date(2027, 7, 17) }],
  ['46585.8541666', { day: date(2027, 7, 17), start: at(20, 30), isExact: true }],
  ['46585,854166667', { day: date(2027, 7, 17), start: at(20, 30), isExact: true }],
  ['0.8541666', { start: at(20, 30) }],
  ['0,8541666667', { start: at(20, 30) }],
  ['0.5', { start: at(12) }],
  ['1.0208333', { start: at(24, 30) }],
]
for (const [text, expected] of read) {
  test(`"${text}" is read`, () => assert.deepEqual(readWritten(text), expected))
}

test('in a column of days two numbers with a dot are a day', () => {
  assert.deepEqual(readWrittenDay('10.10'), { day: date(undefined, 10, 10) })
  assert.deepEqual(readWrittenDay('Sa 16.10'), { day: { ...date(undefined, 10, 16), weekday: 6 } })
})

test('in an American list the month comes first', () => {
  assert.deepEqual(readWritten('7/1/2027 8:00 PM', 'mdy'), {
    day: eitherWay(2027, 7, 1),
    start: at(20),
  })
  assert.deepEqual(readWritten('7/1', 'mdy'), { day: eitherWay(undefined, 7, 1) })
})

for (const text of [
  'summer',
  'late',
  'Ebb Trio',
  '48:00',
  '20:75',
  '20:00 21:00',
  '',
  'May',
  '1/2/3/4',
  '-20:00',
]) {
  test(`"${text}" is no time`, () => assert.equal(readWritten(text), undefined))
}

for (const text of [
  '',
  'TBA',
  'tba',
  'T.B.A.',
  'N.N.',
  'NN',
  'tbc',
  'TBD',
  '(TBA)',
  'TBA 2',
  'To be announced',
  '?',
  '???',
  '-',
  '–',
  'wird noch bekannt gegeben',
  'À confirmer',
  'À venir',
  'A confirmar',
  'por definir',
  'da definire',
  'folgt noch',
  'Nog bekend te maken',
  '[TBA]',
  'TBA*',
  'TBC?',
  'DJ TBA',
  'N/A',
]) {
  test(`"${text}" is to be announced`, () => assert.equal(isOpen(text), true))
}
for (const text of [
  'TBA All Stars',
  'A Venir Quartet',
  'DJ Tbana',
  '(((O)))',
  'N.E.R.D.',
  'Nina',
  'The Tba',
  '!!!',
  '112',
  '$',
  'X Ambassadors',
]) {
  test(`"${text}" is a name`, () => assert.equal(isOpen(text), false))
}
