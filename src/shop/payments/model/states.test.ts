import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveOf, type OrderStatus, ofCharges, type Verdict } from './states.ts'

const heard: Record<string, Verdict> = {
  paid: { state: 'succeeded' },
  declined: { state: 'declined', reason: 'no money' },
  wanted: { state: 'requires_action', clientSecret: 's' },
  nothing: { state: 'none' },
  fenced: { state: 'expired', fenced: true },
  unfenced: { state: 'expired', fenced: false },
}

/** The next status for each status and event, with its fencing and the effect on the hold. */
const moves: Record<string, Record<string, string>> = {
  pending: {
    paid: 'succeeded fenced sell',
    declined: 'failed fenced release',
    wanted: 'requires_action open none',
    fenced: 'expired fenced release',
    unfenced: 'expired open release',
  },
  requires_action: {
    paid: 'succeeded fenced sell',
    declined: 'failed fenced release',
    nothing: 'pending open none',
    fenced: 'expired fenced release',
    unfenced: 'expired open release',
  },
  'held, of a hold': {
    paid: 'succeeded fenced sell',
    fenced: 'expired fenced release',
    unfenced: 'expired fenced release',
  },
  'pending, of a hold': {
    paid: 'succeeded fenced sell',
    declined: 'held open none',
    wanted: 'requires_action open none',
    fenced: 'expired fenced release',
    unfenced: 'expired open release',
  },
  'requires_action, shared, of a hold': {
    paid: 'succeeded fenced sell',
    declined: 'held open none',
    nothing: 'pending open none',
    fenced: 'expired fenced release',
    unfenced: 'expired open release',
  },
  failed: { paid: 'succeeded fenced resell' },
  expired: { paid: 'succeeded fenced resell' },
  'expired, unfenced': {
    paid: 'succeeded fenced resell',
    declined: 'expired fenced none',
    fenced: 'expired fenced none',
  },
  'requires_action, shared': {
    paid: 'succeeded fenced sell',
    declined: 'failed open release',
    nothing: 'pending open none',
    fenced: 'expired fenced release',
    unfenced: 'expired open release',
  },
  'failed, unfenced, shared': {
    paid: 'succeeded fenced resell',
    fenced: 'failed fenced none',
  },
}

for (const name of new Set([...ofCharges, ...Object.keys(moves)])) {
  for (const [word, verdict] of Object.entries(heard)) {
    const expected = moves[name]?.[word]
    // Requirement (states): Payment status succeeded; its transitions
    test(`${name}, heard "${word}": ${expected ?? 'stays'}`, () => {
      const [status = '', ...rest] = name.split(', ')
      const is_fenced =
        !['held', 'pending', 'requires_action'].includes(status) && !rest.includes('unfenced')
      const payment = {
        status: status as OrderStatus,
        is_fenced,
        is_shared: rest.includes('shared'),
        charge_id: rest.includes('of a hold') ? 'key' : null,
      }
      const move = moveOf(payment, verdict)
      const seen = move && `${move.to} ${move.isFenced ? 'fenced' : 'open'} ${move.effect}`
      assert.equal(seen, expected)
    })
  }
}

const pending = { status: 'pending', is_fenced: false, is_shared: false, charge_id: null } as const

test('a transition keeps the reason of the failure, and the secret the buyer needs', () => {
  assert.equal(moveOf(pending, heard['declined'] ?? fail())?.failure, 'no money')
  assert.equal(moveOf(pending, heard['wanted'] ?? fail())?.clientSecret, 's')
})

function fail(): never {
  throw new Error('Unexpected')
}
