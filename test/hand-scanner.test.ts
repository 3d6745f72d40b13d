import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOn, testCode } from '../pages/gate/scanner-report.ts'
import { usCharacter } from '../pages/shared/scan-keys.ts'
import { keysFor, type LayoutName, layoutNames } from './browser/keyboard-layouts.ts'

/** A scan of a text by a scanner with an American keyboard on a system with a layout. */
function scanOf(text: string, layout: LayoutName) {
  const strokes = keysFor(text, layout).map(({ code, shiftKey, key }, index) => {
    const pressed = { code, shiftKey, ctrlKey: false }
    return { ...pressed, key: key ?? '', character: usCharacter(pressed) ?? '', at: index * 8 }
  })
  return { strokes, end: 'Enter' }
}

const signs = '`1234567890-=[];\',./~!@#$%^&*()_+{}:"<>?'

test('keys are read as an American keyboard has them', () => {
  for (const layout of layoutNames) {
    const { strokes } = scanOf(signs + testCode + testCode.toLowerCase(), layout)
    const read = strokes.map(({ character }) => character).join('')
    assert.equal(read, signs + testCode + testCode.toLowerCase(), layout)
  }
  assert.equal(usCharacter({ code: 'KeyB', shiftKey: false, ctrlKey: true }), '\u0002')
  assert.equal(usCharacter({ code: 'BracketRight', shiftKey: false, ctrlKey: true }), '\u001d')
  assert.equal(usCharacter({ code: 'Numpad7', shiftKey: false, ctrlKey: false }), '7')
  assert.equal(usCharacter({ code: 'F8', shiftKey: false, ctrlKey: false }), undefined)
})

const names: Record<LayoutName, string> = {
  us: 'American or British',
  gb: 'American or British',
  de: 'German or Austrian',
  fr: 'French',
  ch: 'Swiss or Hungarian',
  be: 'Belgian',
  es: 'Spanish',
  it: 'Italian',
  se: 'Swedish or Finnish',
  no: 'Norwegian',
  dk: 'Danish',
  pt: 'Portuguese',
  cz: 'Czech or Slovak',
  tr: 'Turkish',
}

for (const layout of layoutNames) {
  test(`a test of a scanner knows the layout ${layout}, prefix and suffix`, () => {
    const { advice, facts } = reportOn(scanOf(`]Q1${testCode}#`, layout))
    const known = Object.fromEntries(facts)
    assert.equal(known['Keyboard of this device'], names[layout])
    assert.equal(known['Before the code'], ']Q1')
    assert.equal(known['After the code'], '#, Enter')
    assert.equal(known['By its keys'], `]Q1${testCode}#`)
    assert.match(advice, /^This scanner works here/)
  })
}

test('a scanner with the keyboard of another country is told to change it', () => {
  const typed = keysFor(testCode, 'de').map(({ key }) => key ?? '')
  const known = keysFor(testCode, 'us').map(({ key }) => key ?? '')
  // Its keys are those that type the code on a German keyboard; this system is American.
  const sent = known.map((character, index) => (typed[index] === character ? character : '?'))
  const { advice } = reportOn(scanOf(sent.join(''), 'us'))
  assert.match(advice, /keyboard of another country/)
  assert.match(reportOn(scanOf('TEST', 'us')).advice, /only a part/)
})
