import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseCommon } from './common-passwords.ts'

const strict = { NODE_ENV: 'production', REFUSE_COMMON_PASSWORDS: undefined } as const
const ada = ['ada.marsh@harbour.example', 'Ada', 'Marsh']
const choose = (password: string, about: (string | null)[] = ada, rule: object = {}) =>
  refuseCommon({ ...strict, ...rule }, { name: 'newPassword', password, about })

const many = {
  status: 400,
  message: 'newPassword is a common password: choose another one',
}
for (const password of [
  '12345678',
  'password',
  'PassWord1!',
  'qwertyuiop',
  'iloveyou',
  'trustno1',
]) {
  test(`${password} is common: it is refused`, async () => {
    await assert.rejects(choose(password), many)
  })
}

const close = {
  status: 400,
  message: 'newPassword is made of a name, an e-mail or the word festival: choose another one',
}
for (const password of [
  'ada.marsh@harbour.example',
  'Ada.Marsh.1990',
  'marsh_ada!!',
  'Marsh-1990',
  'Festival2027!',
]) {
  test(`${password} is close to its owner's data: it is refused`, async () => {
    await assert.rejects(choose(password), close)
  })
}

for (const password of [
  'correct horse battery staple',
  'Marsh at the harbour',
  'my festival of lights',
  '😀😀😀😀😀😀😀😀',
  '7319 4402 8816 5',
]) {
  test(`${password} is accepted`, () => choose(password))
}

test('a name of two letters excludes nothing, nor does an unknown one', async () => {
  await choose('bo-48151623', ['b@harbour.example', 'Bo', null])
})

// Requirement (rules): REFUSE_COMMON_PASSWORDS: in production alone, where nothing is said
test('what is refused follows from NODE_ENV, unless it is set', async () => {
  await choose('12345678', ada, { NODE_ENV: 'development' })
  await choose('12345678', ada, { REFUSE_COMMON_PASSWORDS: false })
  const told = { NODE_ENV: 'development', REFUSE_COMMON_PASSWORDS: true }
  await assert.rejects(choose('12345678', ada, told), many)
})
