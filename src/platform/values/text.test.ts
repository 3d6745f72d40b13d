import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, searchable } from './text.ts'

for (const [text, key] of [
  ['Denmark', 'denmark'],
  ['ESPAÑA', 'españa'],
  ['Espan\u0303a', 'españa'],
  ['ΑΘΗΝΑ', 'αθηνα'],
  ['Україна', 'україна'],
]) {
  test(`compares ${text} as ${key}`, () => assert.equal(fold(text ?? ''), key))
}

for (const [name, form] of [
  ['Beyoncé', 'beyonce'],
  ['Beyonce\u0301', 'beyonce'],
  ['Sigur Rós', 'sigur ros'],
  ['MØ', 'mo'],
  ['Motörhead', 'motorhead'],
  ['Łona', 'lona'],
  ['Die Ärzte', 'die arzte'],
  ['Straße', 'strasse'],
  ['  AC/DC\t live ', 'ac/dc live'],
  ['100%_\\', '100%_\\'],
  ['Ｆｕｌｌ', 'full'],
  ['きゃりーぱみゅぱみゅ', 'きゃりーぱみゅぱみゅ'],
  ['ガガ', 'ガガ'],
  ['คาราบาว', 'คาราบาว'],
  ['فيروز', 'فيروز'],
  ['Ελευθερία', 'ελευθερια'],
  ['ΝΟΣ', 'νοσ'],
]) {
  test(`searches ${name} as ${form}`, () => assert.equal(searchable(name ?? ''), form))
}
