/** A notification is in the language of its user at the time it is made. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '#common/words/all'
import type { Catalogue } from '#common/words/catalogues'
import { languageCodes, type ReaderLanguage } from '#platform/values/reader-languages'
import { aWorld } from '../../../test/world.ts'
import { notify } from './index.ts'
import { textsFor, translated } from './words.ts'

const world = await aWorld()
const { db, bus, get, put, aUser } = world

/** Values for the words of each notification: the words have to contain all of them. */
const given: { [Name in keyof Catalogue['notices']]: unknown[][] } = {
  published: [[{ organizer: 'Quay', festival: 'Tide', from: 'F1', to: 'T2', place: 'Pier' }]],
  announced: [
    [{ artist: 'Ebb', festival: 'Tide', times: 'Noon', isNew: true }],
    [{ artist: 'Ebb', festival: 'Tide', times: 'Noon', isNew: false }],
    [{ artist: 'Ebb', festival: 'Tide', times: '', isNew: true }],
  ],
  andMore: [],
  severalAt: [[17, 'Tide']],
  others: [[17]],
  changed: [['Tide', ['One.', 'Two.']]],
  newTime: [['F1', 'T2']],
  newPlace: [['Pier'], ['']],
  placeMoved: [],
  cancelled: [
    ['Tide', 'Storm'],
    ['Tide', null],
  ],
  reminder: [['Tide', 'Noon', 'Pier']],
  succeeded: [[{ what: 'Weekend', sum: '89', kept: '' }], [{ what: 'Weekend', sum: '', kept: '' }]],
  failed: [[{ what: 'Weekend', sum: '', kept: '' }]],
  returned: [[{ what: 'Weekend', sum: '89', kept: '' }], [{ what: 'Weekend', sum: '', kept: '' }]],
  refunded: [
    [{ what: 'Weekend', sum: '89', kept: '12' }],
    [{ what: 'Weekend', sum: '', kept: '12' }],
    [{ what: 'Weekend', sum: '', kept: '' }],
  ],
  disputeOpen: [['Weekend']],
  disputeWon: [['Weekend']],
  disputeLost: [['Weekend']],
  transferOffered: [['Tide']],
  transferOfferedByStaff: [['Tide']],
  transferAccepted: [['Tide']],
  transferDeclined: [['Tide']],
  waitingOffered: [[{ what: 'Weekend', until: 'Noon' }]],
  rehearsalFor: [['Tide']],
  queueTurn: [['Tide']],
  queueMoved: [['Tide', 'Noon']],
  queueCancelled: [['Tide']],
  badgeUnlocked: [['Early bird', null]],
  levelReached: [
    [17, ''],
    [17, 'Lounge'],
  ],
  announcementRequested: [[{ organizer: 'Quay', artist: 'Ebb', id: 'quay-1' }]],
  approved: [['Quay']],
  approvalWithdrawn: [['Quay']],
}

/** Returns the given texts and numbers, at any depth. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [`${value}`].filter(Boolean)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leaves)
}

for (const language of languageCodes) {
  const words = wordsIn(language).notices
  test(`notifications in ${language} say all that they are given`, () => {
    for (const [name, cases] of Object.entries(given)) {
      const word = words[name as keyof typeof words] as string | ((...args: unknown[]) => unknown)
      const said = typeof word === 'string' ? [word] : cases.map((args) => word(...args))
      assert.ok(said.length > 0, name)
      for (const [n, one] of said.entries()) {
        const text = leaves(one).join(' ')
        assert.ok(text.trim(), name)
        for (const leaf of leaves(cases[n])) assert.ok(text.includes(leaf), `${name}: ${leaf}`)
        assert.doesNotMatch(text, /\b(?:undefined|null)\b|\s{2}/, name)
      }
    }
  })
}

const others = languageCodes.filter((language) => language !== 'en')
const titles: Record<ReaderLanguage, (level: number) => string> = {
  en: (level) => `Level ${level} reached`,
  de: (level) => `Stufe ${level} erreicht`,
  fr: (level) => `Niveau ${level} atteint`,
  es: (level) => `Nivel ${level} alcanzado`,
  it: (level) => `Livello ${level} raggiunto`,
}

test('a user reads in the language of the account when the notification was made', async () => {
  const as = await aUser()
  const tell = async (level: number) => {
    const texts = translated(({ words }) => words.levelReached(level, ''))
    const notice = { user_id: as.id, cause: `level:${level}`, data: { level }, ...texts }
    await notify({ db, bus, now: new Date() }, [{ ...notice, type: 'level.reached' }])
  }
  await tell(1)
  for (const [n, language] of [...others, null].entries()) {
    assert.equal((await put(`/users/${as.id}`, { language }, { as })).status, 200)
    await tell(n + 2)
  }
  const { body } = await get('/notifications', { as })
  assert.deepEqual(
    body.map(({ title, language }: Record<string, string>) => [title, language]),
    [
      [titles.en(others.length + 2), 'en'],
      ...others.map((language, n) => [titles[language](n + 2), language]).toReversed(),
      [titles.en(1), 'en'],
    ],
  )
})

test('sums and lists are written as the language writes them', () => {
  const texts = translated(({ list, euros }) => ({
    title: list(['A', 'B', 'C']),
    message: euros(1_290_05),
  }))
  const all = languageCodes.map((language) => textsFor(texts, language))
  assert.deepEqual(
    all.map(({ title, message, language }) => [language, title, message]),
    [
      ['en', 'A, B and C', '1290.05 EUR'],
      ['de', 'A, B und C', '1290,05 EUR'],
      ['fr', 'A, B et C', '1290,05 EUR'],
      ['es', 'A, B y C', '1290,05 EUR'],
      ['it', 'A, B e C', '1290,05 EUR'],
    ],
  )
})

test('a text that is there in English alone is read in English', () => {
  const texts = { title: 'Gates are open', message: 'Come in.' }
  assert.deepEqual(textsFor(texts, 'de'), { ...texts, language: 'en' })
})
