/** Numbers of invoices, as tax offices and banks give them out: examples of their own documents, and public numbers of companies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Format } from 'typebox/format'
import { plainAccount } from '#platform/values/countries/bank-account'
import { isVatId, isVatIdOf } from '#platform/values/countries/vat-ids'
import { isLeitwegId, plainVatId } from './index.ts'

const valid = [
  'DE136695976',
  'de 136 695 976',
  'ATU33864707',
  'FR40303265045',
  'ESB58378431',
  'IT00743110157',
  'DK13585628',
  'SE556188840401',
  'PL5260001246',
  'EL094019245',
  'IE6388047V',
  // A Dutch sole trader's: since 2020 it contains no number of a person.
  'NL000099998B57',
  'BE0428759497',
  // jsvat 2.5.4 knows Belgian numbers with 0 alone; the register gives out numbers with 1 as well.
  'BE1000452357',
  'GB980780684',
  // Northern Ireland: jsvat 2.5.4 does not know the prefix.
  'XI980780684',
  'CHE-116.281.710 MWST',
  'NO974761076MVA',
]
const wrong = [
  'DE123456789',
  'BE1000452358',
  'GR094019245',
  '136695976',
  'XX123',
  'XI980780685',
  '',
]

for (const id of valid) test(`${id} is a VAT id`, () => assert.ok(isVatId(id)))
for (const id of wrong) test(`"${id}" is no VAT id`, () => assert.ok(!isVatId(id)))

test('a VAT id belongs to the country of its prefix, and to the territories that this taxes', () => {
  const pairs = ['DK13585628 DK', 'EL094019245 GR', 'XI980780684 GB', 'GB980780684 IM']
  const others = ['CHE-116.281.710 MWST LI', 'fr 40 303 265 045 MC', 'NO974761076MVA NO']
  for (const pair of [...pairs, ...others]) {
    const at = pair.lastIndexOf(' ')
    const [id, country] = [pair.slice(0, at), pair.slice(at + 1)]
    assert.ok(isVatIdOf(id, country), pair)
    assert.ok(!isVatIdOf(id, 'SE'), pair)
  }
  assert.ok(!isVatIdOf('GB980780684', 'IE'))
})

test('the check digits of a Leitweg-ID count, over its letters too', () => {
  for (const id of ['04011000-12345-03', '991-33333TEST-33', '04011000-1234512345-06'])
    assert.ok(isLeitwegId(id), id)
  for (const id of ['04011000-12345-04', '04011000-12345', '1-12345-03', '04011000--03', ''])
    assert.ok(!isLeitwegId(id), id)
})

test('an account and a country are checked, and written in one form', () => {
  assert.ok(Format.Test('iban', 'dk50 0040 0440 1162 43'))
  assert.ok(!Format.Test('iban', 'DK5000400440116244'))
  assert.ok(Format.Test('bic', 'NDEADKKK'))
  assert.ok(!Format.Test('bic', 'NDEADK'))
  assert.equal(plainAccount('dk50 0040 0440 1162 43'), 'DK5000400440116243')
  assert.equal(plainVatId('che-116.281.710 mwst'), 'CHE116281710MWST')
  for (const code of ['DK', 'GB', 'XK']) assert.ok(Format.Test('country-code', code), code)
  for (const code of ['dk', 'EU', 'ZZ', 'QQ', 'DNK'])
    assert.ok(!Format.Test('country-code', code), code)
})
