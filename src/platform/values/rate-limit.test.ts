import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateLimitHeaders } from './rate-limit.ts'

test('a limit in a window, of which nothing is left for a while', () => {
  const limit = { name: 'sign-in', quota: 10, window: 900, remaining: 0, reset: 30 }
  assert.deepEqual(rateLimitHeaders(limit), {
    'ratelimit-policy': '"sign-in";q=10;w=900',
    ratelimit: '"sign-in";r=0;t=30',
  })
})

test('a limit of how many at a time', () => {
  const limit = { name: 'notifications', quota: 20, remaining: 0, reset: 3 }
  assert.deepEqual(rateLimitHeaders(limit), {
    'ratelimit-policy': '"notifications";q=20;qu="concurrent-requests"',
    ratelimit: '"notifications";r=0;t=3',
  })
})
