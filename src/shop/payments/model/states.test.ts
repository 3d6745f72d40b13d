import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveOf, type OrderStatus, ofCharges, type Verdict } from './states.ts'

const verdicts: Record<string, Verdict> = {
  paid: { state: 'succeeded' },
  declined: { state: 'declined', reason: 'no money' },
  wanted: { state: 'requires_action', clientSecret: 's' },
  nothing: { state: 'none' },
  awaited: { state: 'awaiting' },
  cancelled: { state: 'expired', isCancelled: true },
  uncertain: { state: 'expired', isCancelled: false },
}

/** The next status for each status and event, whether that is final, and the effect on the hold. */
const moves: Record<string, Record<string, string>> = {
  pending: {
    paid: 'succeeded final sell',
    declined: 'failed final release',
    wanted: 'requires_action open none',
    awaited: 'requires_action open none',
    cancelled: 'expired final release',
    uncertain: 'expired open release',
  },
  requires_action: {
    paid: 'succeeded final sell',
    declined: 'failed final release',
    nothing: 'pending open none',
    cancelled: 'expired final release',
    uncertain: 'expired open release',
  },
  'held, of a hold': {
    paid: 'succeeded final sell',
    cancelled: 'expired final release',
    uncertain: 'expired final release',
  },
  'pending, of a hold': {
    paid: 'succeeded final sell',
    declined: 'held open none',
    wanted: 'requires_action open none',
    awaited: 'requires_action open none',
    cancelled: 'expired final release',
    uncertain: 'expired open release',
  },
  'requires_action, shared, of a hold': {
    awaited: 'requires_action open none',
    paid: 'succeeded final sell',
    declined: 'held open none',
    nothing: 'pending open none',
    cancelled: 'expired final release',
    uncertain: 'expired open release',
  },
  failed: { paid: 'succeeded final resell' },
  expired: { paid: 'succeeded final resell' },
  'expired, open': {
    paid: 'succeeded final resell',
    declined: 'expired final none',
    cancelled: 'expired final none',
  },
  'requires_action, shared': {
    awaited: 'requires_action open none',
    paid: 'succeeded final sell',
    declined: 'failed open release',
    nothing: 'pending open none',
    cancelled: 'expired final release',
    uncertain: 'expired open release',
  },
  'failed, open, shared': {
    paid: 'succeeded final resell',
    cancelled: 'failed final none',
  },
}

for (const name of new Set([...ofCharges, ...Object.keys(moves)])) {
  for (const [word, verdict] of Object.entries(verdicts)) {
    const expected = moves[name]?.[word]
    // Requirement (states): Payment status succeeded; its transitions
    test(`${name}, reported "${word}": ${expected ?? 'stays'}`, () => {
      const [status = '', ...rest] = name.split(', ')
      const is_fenced =
        !['held', 'pending', 'requires_action'].includes(status) && !rest.includes('open')
      const payment = {
        status: status as OrderStatus,
        is_fenced,
        is_shared: rest.includes('shared'),
        charge_id: rest.includes('of a hold') ? 'key' : null,
      }
      const move = moveOf(payment, verdict)
      const seen = move && `${move.to} ${move.isFinal ? 'final' : 'open'} ${move.effect}`
      assert.equal(seen, expected)
    })
  }
}

const pending = { status: 'pending', is_fenced: false, is_shared: false, charge_id: null } as const

test('an order that waits for money has the hold of its method', () => {
  assert.equal(moveOf(pending, { state: 'awaiting', id: 'tr_1' })?.isAwaiting, true)
  assert.equal(moveOf(pending, verdicts['wanted'] ?? fail())?.isAwaiting, undefined)
})

test('a transition keeps the reason of the failure, and the secret the buyer needs', () => {
  assert.equal(moveOf(pending, verdicts['declined'] ?? fail())?.failure, 'no money')
  assert.equal(moveOf(pending, verdicts['wanted'] ?? fail())?.clientSecret, 's')
})

function fail(): never {
  throw new Error('Unexpected')
}
