import { addressOfNotice } from '#common/pages/account-state'
import { clock, shortDate } from '#common/words/guide-words'
import { words } from '#common/words/me-words'
import { FestivalError } from '../../../client/src/error.ts'
import type { Notification } from '../../../client/src/types.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import { doAt } from './acts.ts'
import { make } from './dialog.ts'

/** Marks notices as read, and adds new ones from the stream. */
export function updateNotices(page: HTMLElement): void {
  const list = page.querySelector<HTMLElement>('.notices')
  if (!list) return
  for (const time of list.querySelectorAll('time')) say(time, hereTime(time.dateTime))
  for (const item of list.querySelectorAll<HTMLElement>('[data-new]')) markable(list, item)
  const all = page.querySelector<HTMLButtonElement>('#read-all')
  all?.addEventListener('click', () => void doAt(all, words.refused, () => readAll(list)))
  void listen(list)
}

/** Formats a time by the device's clock: notices belong to no one place. */
function hereTime(time: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return `${shortDate(time, timeZone)}, ${clock(time, timeZone)}`
}

function showUnread(list: HTMLElement, unread: number): void {
  list.dataset['unread'] = `${unread}`
  say(document.querySelector('#unread'), words.unread(unread))
  const all = document.querySelector<HTMLElement>('#read-all')
  if (all) all.hidden = unread === 0
}

function markable(list: HTMLElement, item: HTMLElement): void {
  const button = item.querySelector<HTMLButtonElement>('[data-do="read"]')
  button?.addEventListener('click', () => {
    void doAt(button, words.refused, async () => {
      const { unread_count } = await asFan(() =>
        api.notifications.read(item.dataset['notice'] ?? ''),
      )
      markRead(item)
      showUnread(list, unread_count)
    })
  })
}

function markRead(item: HTMLElement): void {
  const button = item.querySelector('[data-do="read"]')
  const hadFocus = button === document.activeElement
  item.removeAttribute('data-new')
  button?.remove()
  if (!hadFocus) return
  // The focus was on the removed element.
  item.tabIndex = -1
  item.focus()
}

async function readAll(list: HTMLElement): Promise<void> {
  await asFan(() => api.notifications.readAll())
  for (const item of list.querySelectorAll<HTMLElement>('[data-new]')) markRead(item)
  showUnread(list, 0)
}

/** After a broken connection the stream continues by itself, including the missed notifications. */
async function listen(list: HTMLElement): Promise<void> {
  const onLine = (isOpen: boolean) => {
    say(document.querySelector('#line'), isOpen ? words.isLive : words.notLive)
    if (isOpen) void catchUp(list)
  }
  try {
    for await (const notice of api.notifications.stream({ onLine })) add(list, notice)
  } catch (error) {
    if (!(error instanceof FestivalError)) throw error
    // The session has ended in another tab.
    onLine(false)
  }
}

/** Adds the notifications that arrived between the page and its stream. */
async function catchUp(list: HTMLElement): Promise<void> {
  const known = await asFan(() => api.notifications.list({ unread: true, limit: 30 })).catch(
    () => [],
  )
  for (const notice of known.toReversed()) add(list, notice)
}

function add(list: HTMLElement, notice: Notification): void {
  if (list.querySelector(`[data-notice="${CSS.escape(notice.id)}"]`)) return
  const item = itemOf(notice)
  list.prepend(item)
  markable(list, item)
  showUnread(list, Number(list.dataset['unread']) + 1)
  const none = document.querySelector<HTMLElement>('#no-notices')
  if (none) none.hidden = true
}

/** Renders a notification as the server does. */
function itemOf({ id, title, message, language, createdAt, data }: Notification): HTMLElement {
  const spoken = <E extends HTMLElement>(text: E): E => Object.assign(text, { lang: language })
  const about = () => spoken(Object.assign(make('span', `: ${title}`), { className: 'unseen' }))
  const item = Object.assign(make('li', ''), { className: 'line-item' })
  item.dataset['notice'] = id
  item.toggleAttribute('data-new', true)
  const when = Object.assign(make('p', ''), { className: 'quiet' })
  when.append(Object.assign(make('time', hereTime(createdAt)), { dateTime: createdAt }))
  const actions = Object.assign(make('p', ''), { className: 'actions' })
  const href = addressOfNotice(data)
  if (href !== null) {
    const link = Object.assign(make('a', words.see), { href, className: 'button' })
    link.append(about())
    actions.append(link)
  }
  const read = Object.assign(make('button', words.markRead), { type: 'button' })
  read.dataset['do'] = 'read'
  read.append(about())
  actions.append(read)
  item.append(spoken(make('h3', title)), spoken(make('p', message)), when, actions)
  return item
}
