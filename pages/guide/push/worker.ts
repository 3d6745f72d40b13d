/** Notifications that the guide's worker shows while no page is open. */
import { addressOfNotice } from '#common/pages/account-state'
import type { Catalogue } from '#common/words/catalogues'
import { isReaderLanguage } from '#platform/values/reader-languages'

/** The worker has no page whose language it would follow, so it has this text in every language. */
const news = import.meta.glob<Catalogue['news']>('../../../common/words/*/news.ts', {
  eager: true,
  import: 'news',
})

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Pushed = Lasting & { data: { json(): unknown } | null }
type Clicked = Lasting & { notification: Notification }
type Page = { url: string; focus(): Promise<unknown> }

/** The part of a worker that shows notifications. */
export type PushWorker = {
  addEventListener(name: 'push', listener: (event: Pushed) => void): void
  addEventListener(name: 'notificationclick', listener: (event: Clicked) => void): void
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(asked: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** Shows pushed notifications, and opens the page of one when it is clicked. */
export function listenForPushes(worker: PushWorker): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, event.notification))
  })
}

/** Browsers require that each push is shown: an unreadable one gets a general text. */
async function show({ registration }: PushWorker, { data }: Pushed): Promise<void> {
  const notice = read(data)
  await registration.showNotification(notice.title, {
    body: notice.message,
    lang: notice.lang,
    // A notification sent twice replaces the first one.
    tag: notice.id,
    icon: '/guide/icon-192.png',
    data: notice.address,
  })
}

function read(data: Pushed['data']) {
  try {
    const { id, title: told, message, language: lang = 'en', data: about } = Object(data?.json())
    if (typeof id !== 'string' || typeof told !== 'string') return unreadable()
    const address = addressOfNotice(Object(about)) ?? '/me#notices'
    return { id, title: told, message: `${message ?? ''}`, lang: `${lang}`, address }
  } catch {
    return unreadable()
  }
}

function unreadable() {
  const [own = ''] = navigator.language.split('-')
  const lang = isReaderLanguage(own) ? own : 'en'
  const { title = '' } = news[`../../../common/words/${lang}/news.ts`] ?? {}
  return { id: 'news', title, message: '', lang, address: '/me' }
}

/** Opens pages of this site only, whatever was pushed. */
async function open({ clients }: PushWorker, { data }: Notification): Promise<void> {
  const { origin, pathname, hash } = new URL(`${data}`, location.origin)
  const url = origin === location.origin ? `${origin}${pathname}${hash}` : `${location.origin}/me`
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => one.url === url)
  await (page ? page.focus() : clients.openWindow(url))
}
