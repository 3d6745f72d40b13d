/** `/me`: a fan's account. A guest is invited to create one. */

import { pushWords } from '#common/words/account-words'
import { words } from '#common/words/me-words'
import { words as shop } from '#common/words/shop-words'
import type { NotificationSetting } from '#messaging/notifications'
import { inLanguage } from '#platform/values/translations'
import { paidOf } from '../shop/documents.ts'
import { doneNotice, proveEmail } from '../tickets/ticket-actions.ts'
import { type GuidePage, section } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { Fan, PageRequest } from '../ui/request.ts'
import type { FollowRead, MeRead, NoticeRead, OrderRead, PlanRead } from '../ui/shapes.ts'
import { type CalendarRead, calendarOf } from './calendar.ts'
import { noticesOf } from './notices.ts'
import { ordersOf } from './orders.ts'
import { type PasskeysRead, passkeysOf } from './passkeys.ts'
import { membershipOf, rewardsOf } from './rewards.ts'
import { type SessionsRead, sessionsOf } from './sessions.ts'
import { settingsOf } from './settings.ts'

type Mine = NonNullable<PageRequest['mine']>

export async function mePage(request: PageRequest): Promise<GuidePage | { redirect: string }> {
  const { query, mine, fan } = request
  if (!mine || !fan) {
    // Confirms the deletion to a fan who has just deleted the account.
    return query.done === 'erased' ? shell(doneNotice('erased')) : { redirect: '/sign-in?next=/me' }
  }
  return shell(
    fan.isGuest ? await guestParts(mine, request) : await accountParts(mine, fan, request),
  )
}

function shell(parts: Shown): GuidePage {
  return {
    title: words.account,
    description: words.account,
    path: '/me',
    main: html`<div class="account" data-shop="me"><h1>${words.account}</h1>
      <noscript><p class="notice bad">${words.needsScript}</p></noscript>
      <p class="notice" id="told" role="status" tabindex="-1" hidden></p>
      ${parts}
    </div>`,
  }
}

type Orders = { orders: OrderRead[] }

/** Shows the purchases in the language of the reader. */
async function boughtBy(mine: Mine, { namesOf, documentsOf }: PageRequest): Promise<Markup> {
  const { orders } = await mine.get<Orders>('/orders?limit=50')
  const ids = orders.flatMap(({ payments }) => payments.map(({ entity_id }) => entity_id))
  const [names, documents] = await Promise.all([namesOf(ids), documentsOf(paidOf(orders))])
  return ordersOf(orders, { names, documents })
}

async function guestParts(mine: Mine, request: PageRequest): Promise<Shown> {
  return [
    html`<section class="notice" id="guest"><p><strong>${words.guestTitle}</strong></p><p>${words.guestText}</p>
      <p class="actions"><a class="button accent" href="/sign-in?next=/me">${words.makeAccount}</a></p></section>`,
    await boughtBy(mine, request),
    signOut(),
  ]
}

async function accountParts(mine: Mine, fan: Fan, request: PageRequest): Promise<Shown> {
  const [me, notices, { count: unread }, settings, follows, bought, calendar, passkeys, sessions] =
    await Promise.all([
      mine.get<MeRead>('/users/i'),
      mine.get<NoticeRead[]>('/notifications?limit=30'),
      mine.get<{ count: number }>('/notifications/unread'),
      mine.get<{ settings: NotificationSetting[] }>('/users/i/notification-settings'),
      mine.get<FollowRead[]>('/interest?expand=entity&limit=1000'),
      boughtBy(mine, request),
      mine.get<CalendarRead>('/users/i/calendar'),
      mine.get<PasskeysRead>('/users/i/passkeys'),
      mine.get<SessionsRead>('/users/i/sessions'),
    ])
  const plan = me.subscription
    ? await mine.get<PlanRead>(`/subscriptions/${me.subscription.id}?expand=translations`)
    : undefined
  return [
    doneNotice(request.query.done),
    noticesOf(notices, unread),
    deviceOf(),
    rewardsOf(me),
    followsOf(follows),
    membershipOf(me, plan && inLanguage(plan, request.languages)),
    bought,
    calendarOf(calendar),
    settingsOf(settings.settings),
    detailsOf(me, fan),
    passkeysOf(passkeys),
    sessionsOf(sessions),
    dataOf(fan),
    signOut(),
  ]
}

/** Shows if this browser displays notices while no page is open. Only the script knows, so it fills this in. */
function deviceOf(): Markup {
  return section(
    { id: 'device', title: pushWords.device },
    html`<p class="quiet">${pushWords.deviceText}</p>
    <p role="status"></p>
    <p class="actions"><button type="button" hidden></button></p>
    <p class="fault" role="alert"></p>`,
  )
}

function followsOf(follows: FollowRead[]): Markup {
  return section(
    { id: 'follows', title: words.follows },
    html`<ul class="follows">${follows.map(followOf)}</ul>
    <p class="quiet" id="no-follows"${follows.length > 0 && html` hidden`}>${words.noFollows}</p>`,
  )
}

const addresses = {
  artist: (id: string) => `/guide/artists/${id}`,
  organizer: (id: string) => `/organizers/${id}`,
}

function followOf({ id, entity_type, entity_id, entity }: FollowRead): Markup {
  const name = entity?.name ?? ''
  const address =
    entity_type === 'genre'
      ? `/?for=${encodeURIComponent(name)}`
      : addresses[entity_type](entity_id)
  return html`<li class="line-item" data-interest="${id}"><div><p class="name"><a href="${address}">${name}</a></p><p class="quiet">${words.types[entity_type]}</p></div>
    <button type="button" data-do="unfollow" aria-label="${words.unfollow(name)}">${words.unfollowShort}</button>
    <p class="fault" role="alert"></p></li>`
}

function detailsOf({ firstName, lastName }: MeRead, fan: Fan): Markup {
  const email = fan.email ?? ''
  return section(
    { id: 'details', title: words.details },
    html`<form id="name" class="own-form" novalidate data-user="${fan.id}">
      <label for="first-name">${words.firstName}</label><input id="first-name" autocomplete="given-name" maxlength="100" value="${firstName}">
      <label for="last-name">${words.lastName}</label><input id="last-name" autocomplete="family-name" maxlength="100" value="${lastName}">
      <p class="fault" id="name-fault" role="alert"></p>
      <button type="submit" disabled>${words.saveName}</button>
      <p id="name-saved" role="status"></p>
    </form>
    <p class="email">${fan.isProven ? words.proven(email) : words.notProven(email)}</p>
    ${!fan.isProven && proveEmail(fan)}`,
  )
}

function dataOf({ id, email }: Fan): Markup {
  return section(
    { id: 'data', title: words.data },
    html`<div><p class="quiet">${words.exportText}</p>
      <p class="actions"><button type="button" data-do="export">${words.exportButton}</button></p>
      <p role="status"></p><p class="fault" role="alert"></p></div>
    <p class="actions"><button type="button" data-do="erase" data-user="${id}" data-email="${email}">${words.erase}</button></p>`,
  )
}

function signOut(): Markup {
  return html`<section class="who"><p class="actions"><a class="button" href="/tickets">${shop.tickets}</a><button type="button" id="sign-out">${shop.signOut}</button></p></section>`
}
