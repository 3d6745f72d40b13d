/** An application of the hooks. The hash of its address says what it shows, and to which user. */
import { type ReactNode, StrictMode, useState, version } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from 'readme'
import { createFestival, type FollowBody } from '../../../client/src/index.ts'
import {
  FestivalProvider,
  type LiveRecord,
  useActivity,
  useFestival,
  useGigs,
  useInterests,
  useList,
  useNotifications,
  usePayments,
} from '../../../client/src/react/index.ts'

const given = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const festival = createFestival({ clientToken: given.client, userToken: given.user })

type SentRequest = { path: string; isAborted: boolean }
/** What was requested, for the test. */
const asked: SentRequest[] = []
Object.assign(globalThis, { asked, react: version })
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const { method, url } = new Request(input, init)
  const one = { path: `${method} ${new URL(url).pathname}`, isAborted: false }
  asked.push(one)
  init?.signal?.addEventListener('abort', () => {
    one.isAborted = true
  })
  return fetch(input, init)
}

function Problem({ error }: Pick<LiveRecord<unknown>, 'error'>) {
  return error && <p role="alert">{`${error.status} ${error.code}`}</p>
}

function OneFestival() {
  const { data, error } = useFestival(given.festival)
  return (
    <>
      <h2>{data?.name}</h2>
      <Problem error={error} />
    </>
  )
}

function Gigs() {
  const { data, hasMore } = useGigs({ artist: given.artist, limit: 1 })
  return <p>{`${data.length} gigs${hasMore ? ' and more' : ''}`}</p>
}

function Interests() {
  const { data, error, follows, follow, unfollow } = useInterests()
  const artist: FollowBody = { entity_type: 'artist', entity_id: given.artist }
  return (
    <>
      <p>{`${follows(artist) ? 'Following' : 'Not following'}, ${data.length} in all`}</p>
      <Problem error={error} />
      <button onClick={() => follow(artist)}>Follow</button>
      <button onClick={() => unfollow(artist)}>Unfollow</button>
      <button
        onClick={() => {
          follow(artist)
          unfollow(artist)
        }}
      >
        Both
      </button>
    </>
  )
}

function Payments() {
  const { data, loading } = usePayments({}, { refresh: 0 })
  return <p>{loading ? 'Loading' : `Payments: ${data.map(({ status }) => status).join()}`}</p>
}

function Bell() {
  const { unread, markAllRead } = useNotifications()
  return <button onClick={markAllRead}>{`${unread} unread`}</button>
}

function Activity() {
  const { data, error } = useActivity()
  return (
    <>
      <p>{`Activity: ${data.map(({ type }) => type).join()}`}</p>
      <Problem error={error} />
    </>
  )
}

function Artists() {
  const read = useList((client, options) => client.artists.all({}, options), ['artists'], {
    refresh: 100,
  })
  return <p>{`Artists: ${read.data.map(({ name }) => name).join()}`}</p>
}

const shown: Record<string, () => ReactNode> = {
  readme: App,
  festival: OneFestival,
  gigs: Gigs,
  interests: Interests,
  payments: Payments,
  bell: Bell,
  activity: Activity,
  artists: Artists,
}

function Chosen({ names }: { names: string[] }) {
  const [name, ...others] = names
  const Component = shown[name ?? '']
  return (
    <>
      {Component && <Component />}
      {others.length > 0 && <Chosen names={others} />}
    </>
  )
}

function Page() {
  const [isShown, show] = useState(true)
  return (
    <FestivalProvider client={festival}>
      {isShown && <Chosen names={given.show} />}
      <button onClick={() => show(!isShown)}>{isShown ? 'Leave' : 'Come back'}</button>
    </FestivalProvider>
  )
}

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
}
