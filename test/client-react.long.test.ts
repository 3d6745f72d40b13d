/** The React hooks without a browser: the state of a list through races and failures, and on a server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createFestival } from '../client/src/index.ts'
import {
  FestivalProvider,
  useActivity,
  useFestival,
  useFestivals,
  useInterests,
  useNotifications,
} from '../client/src/react/index.ts'
import { LiveList } from '../client/src/react/live-list.ts'

type Item = { id: string; read?: boolean }
const named = (...ids: string[]): Item[] => ids.map((id) => ({ id }))
const idsOf = ({ state }: LiveList<Item>) => state.data.map(({ id }) => id).join('')

/** A list over items that a test changes; `hold` keeps the next item back until it is let go. */
function aList(items: Item[], size = 2) {
  const server = { items, reads: 0, hold: Promise.resolve(), failing: false }
  const told: boolean[] = []
  const read = async function* ({ signal }: { signal: AbortSignal }) {
    server.reads++
    const now = [...server.items]
    for (const item of now) {
      await server.hold
      signal.throwIfAborted()
      if (server.failing) throw new Error('Away')
      yield item
    }
  }
  const list = new LiveList<Item>({ read, size }, () => told.push(list.state.loading))
  return { list, server, told }
}

test('a list is read in parts, and knows whether there are more', async () => {
  const { list, server } = aList(named('a', 'b', 'c', 'd', 'e'))
  assert.deepEqual(list.state, { data: [], loading: true, error: undefined, hasMore: false })
  await list.reload()
  assert.deepEqual([idsOf(list), list.state.hasMore, list.state.loading], ['ab', true, false])
  await list.more()
  assert.deepEqual([idsOf(list), list.state.hasMore], ['abcd', true])
  await list.more()
  assert.deepEqual([idsOf(list), list.state.hasMore], ['abcde', false])
  await list.more()
  assert.equal(server.reads, 1)
})

test('a part of exactly all items is not followed by another', async () => {
  const { list } = aList(named('a', 'b'))
  await list.reload()
  assert.equal(list.state.hasMore, false)
})

test('reading again keeps as many items, and shows no loading', async () => {
  const { list, server, told } = aList(named('a', 'b', 'c', 'd', 'e'))
  await list.reload()
  await list.more()
  told.length = 0
  server.items = named('x', 'a', 'b', 'c', 'd')
  await list.reload()
  assert.deepEqual([idsOf(list), list.state.hasMore, told], ['xabc', true, [false]])
})

test('an error keeps what is shown, and more begins again after it', async () => {
  const { list, server } = aList(named('a', 'b', 'c', 'd'))
  await list.reload()
  server.failing = true
  await list.more()
  assert.deepEqual(
    [idsOf(list), list.state.error?.message, list.state.loading],
    ['ab', 'Away', false],
  )
  server.failing = false
  await list.more()
  assert.deepEqual([idsOf(list), list.state.error, list.state.hasMore], ['abcd', undefined, false])
})

// Requirement (rules): The hooks: what a stream brings is shown once
test('what a stream brings is on top once, also when it comes while the list is read', async () => {
  const { list, server } = aList(named('a', 'b'))
  await list.reload()
  list.arrive({ id: 'n' })
  list.arrive({ id: 'n' })
  assert.equal(idsOf(list), 'nab')
  const held = Promise.withResolvers<void>()
  server.hold = held.promise
  const reading = list.reload()
  list.arrive({ id: 'o' })
  held.resolve()
  await reading
  // The list was read before both were in it.
  assert.equal(idsOf(list), 'oab')
})

test('a list read anew replaces the reading under way', async () => {
  const { list, server } = aList(named('a'))
  const held = Promise.withResolvers<void>()
  server.hold = held.promise
  const first = list.reload()
  server.items = named('b')
  server.hold = Promise.resolve()
  await list.reload()
  held.resolve()
  await first
  assert.deepEqual([idsOf(list), list.state.error], ['b', undefined])
})

const marked = (data: readonly Item[]) => data.map((item) => ({ ...item, read: true }))

test('a change shows at once, and no reading undoes it before it is made', async () => {
  const { list, server } = aList(named('a', 'b'))
  await list.reload()
  const made = Promise.withResolvers<void>()
  const changing = list.change(marked, () => made.promise)
  assert.ok(list.state.data.every(({ read }) => read))
  await list.reload()
  assert.deepEqual([server.reads, list.state.data.every(({ read }) => read)], [1, true])
  server.items = marked(server.items)
  made.resolve()
  await changing
  assert.deepEqual([server.reads, list.state.data.every(({ read }) => read)], [2, true])
})

// Requirement (rules): The hooks: a change shows at once, and is undone when it fails
test('changes are made in order; one that fails is undone, and the error says why', async () => {
  const { list, server } = aList(named('a', 'b'))
  await list.reload()
  const order: string[] = []
  const without = (id: string) => (data: readonly Item[]) => data.filter((one) => one.id !== id)
  const first = list.change(without('a'), async () => {
    await new Promise((resolve) => setImmediate(resolve))
    order.push('a')
    throw new Error('Not yours')
  })
  const second = list.change(without('b'), async () => {
    order.push('b')
    server.items = named('a')
  })
  assert.equal(idsOf(list), '')
  await Promise.all([first, second])
  assert.deepEqual([order, idsOf(list), list.state.error?.message], [['a', 'b'], 'a', 'Not yours'])
})

test('a list that is not used any more reads nothing, also when a change ends later', async () => {
  const { list, server } = aList(named('a', 'b'))
  const reading = list.reload()
  const made = Promise.withResolvers<void>()
  const changing = list.change(marked, () => made.promise)
  list.stop()
  made.reject(new Error('Too late'))
  await Promise.all([reading, changing])
  assert.equal(server.reads, 1)
})

/** Renders a component as a server does, and returns its text and how many requests it made. */
function onServer(Component: () => ReactNode) {
  let asked = 0
  const client = createFestival({
    baseUrl: 'http://festival.example',
    fetch: async () => {
      asked++
      return Response.json([])
    },
  })
  const page = createElement(FestivalProvider, { client }, createElement(Component))
  return { text: renderToString(page), asked }
}

// Requirement (rules): The hooks render on a server, and request nothing there
test('a server renders every hook as loading, and requests nothing', () => {
  const { text, asked } = onServer(() => {
    const states = [useFestivals(), useNotifications(), useActivity(), useInterests()]
    const { data, loading } = useFestival('id')
    return [
      ...states.map((one) => `${one.data.length} ${one.loading}`),
      `${data === undefined} ${loading}`,
    ].join()
  })
  assert.deepEqual([text, asked], ['0 true,0 true,0 true,0 true,true true', 0])
})

test('a hook without a provider says what is missing', () => {
  const Alone = () => useFestivals().data.length
  assert.throws(() => renderToString(createElement(Alone)), /There is no FestivalProvider/)
})
