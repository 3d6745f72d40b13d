import { days, namedMoment } from '#common/words/guide-words'
import { proofWords, standingOf, queueWords as words } from '#common/words/queue-words'
import { Problem } from '#platform/values/errors'
import { tierList } from '../guide/tiers.ts'
import { type Api, withQuery } from '../ui/api.ts'
import { type GuidePage, section } from '../ui/layout.ts'
import { festivalIn, type SpokenFestival } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { Availability, QueueRead, Whole } from '../ui/shapes.ts'
import { proofOf } from './proof-page.ts'

type Visit = { id: string; now: Date; languages: string[] }

/**
 * `/guide/:id/queue`: the waiting room of a festival, the same for all visitors. The script adds the fan's own part,
 * and keeps it up to date.
 */
export async function queuePage(api: Api, { id, now, languages }: Visit): Promise<GuidePage> {
  const [{ whole, queue }, left] = await Promise.all([
    read(api, id),
    api.get<Availability[]>(`${pathOf(id)}/availability`),
  ])
  const festival = festivalIn(whole, languages)
  const isOver = festival.cancelled_at !== null || new Date(festival.end_time) < now
  const content = !queue ? none() : isOver ? over() : room(festival, { queue, left })
  return frame(festival, { title: words.title, isProof: false, queue, content })
}

/** `/guide/:id/queue/proof`: the results of the script, which computes a draw again. */
export async function proofPage(api: Api, { id, languages }: Visit): Promise<GuidePage> {
  const { whole, queue } = await read(api, id)
  const festival = festivalIn(whole, languages)
  const content = queue ? proofOf(festival, queue) : none()
  return frame(festival, { title: proofWords.title, isProof: true, queue, content })
}

const pathOf = (id: string) => `/festivals/${encodeURIComponent(id)}`

async function read(api: Api, id: string) {
  const path = pathOf(id)
  const [whole, queue] = await Promise.all([
    api.get<Whole>(withQuery(`${path}/summary`, { nested: 100, expand: 'translations' })),
    api.get<QueueRead>(`${path}/queue`).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return undefined
      throw error
    }),
  ])
  return { whole, queue }
}

type Framed = {
  title: string
  isProof: boolean
  queue: QueueRead | undefined
  content: Markup
}

function frame(festival: SpokenFestival, { title, isProof, queue, content }: Framed): GuidePage {
  const { id, name, time_zone } = festival
  const path = `/guide/${id}/queue${isProof ? '/proof' : ''}`
  return {
    title: `${title}: ${name}`,
    description: `${title}: ${name}. ${words.steps.join(' ')}`,
    path,
    isHidden: true,
    shows: [`festival:${id}`],
    main: html`<div class="queue" data-queue="${isProof ? 'proof' : 'room'}" data-festival-id="${id}" data-zone="${time_zone}" data-state="${JSON.stringify(queue ?? null)}">
      <h1 tabindex="-1">${title}</h1>
      <p class="lead"><a href="/guide/${id}">${name}</a>, ${days(festival)}</p>
      <noscript><p class="notice">${words.needsScript}</p></noscript>
      ${content}
    </div>`,
  }
}

type Room = { queue: QueueRead; left: Availability[] }

function room(festival: SpokenFestival, { queue, left }: Room): Markup {
  const { id, time_zone: zone } = festival
  return html`<section class="notice bad" id="loud" role="alert" hidden></section>
    <div class="notice" id="moved" hidden><p role="status"></p><p class="actions"><button type="button">${words.gotIt}</button></p></div>
    ${standing(id, queue, zone)}
    ${queue.groups_of > 1 && group()}
    ${steps(queue, zone)}
    ${section({ id: 'left', title: words.left }, tierList({ ...festival, tickets: covered(festival, queue) }, left))}`
}

const covered = ({ tickets }: SpokenFestival, { tiers }: QueueRead) =>
  tickets.filter((tier) => tiers.includes(tier.id))

/** Shows the progress of the queue. The script fills in the hidden parts. */
function standing(id: string, queue: QueueRead, zone: string): Markup {
  const { title, text } = standingOf(queue, zone)
  return html`<section class="standing" aria-labelledby="standing">
    <h2 id="standing" tabindex="-1">${title}</h2>
    <p id="number" hidden></p>
    <p id="told">${text}</p>
    <p id="clock" role="timer" hidden></p>
    <dl class="facts" id="line" hidden>${fact('place', words.place)}${fact('ahead', words.ahead)}${fact('pace', words.perMinute)}${fact('wait', words.wait)}</dl>
    <progress id="progress" aria-label="${words.progress}" hidden></progress>
    <p class="quiet" id="entered"></p>
    <p class="quiet" id="root" hidden>${words.root} <code></code></p>
    <p class="said" id="silent" role="status"></p>
    <p class="fault" role="alert"></p>
    <p class="said" id="said" role="status"></p>
    <p class="unseen" id="aloud" role="status"></p>
    <p class="actions">
      <a class="button accent" id="buy" href="/guide/${id}#turn" hidden>${words.buy}</a>
      <a class="button accent" id="used" href="/tickets" hidden>${words.toOrder}</a>
      <button class="main" type="button" id="enter" hidden>${words.enter}</button>
      <a class="button accent" id="sign-in" href="${withQuery('/sign-in', { next: `/guide/${id}/queue` })}" hidden>${words.signIn}</a>
      <a class="button" id="confirm" href="/me" hidden>${words.confirmFirst}</a>
      <button type="button" id="sound" aria-pressed="false" hidden>${words.soundOn}</button>
      <a class="button" id="proof" href="/guide/${id}/queue/proof"${queue.draw === null && html` hidden`}>${words.checkDraw}</a>
    </p>
  </section>`
}

const fact = (name: string, title: string) =>
  html`<div><dt>${title}</dt><dd data-fact="${name}"></dd></div>`

function group(): Markup {
  return html`<section class="part" id="group" aria-labelledby="group-title" hidden>
    <h2 id="group-title">${words.group}</h2>
    <p class="text"></p>
    <p class="quiet" data-people></p>
    <p class="actions"><button type="button" id="invite">${words.invite}</button><button type="button" id="join">${words.join}</button></p>
    <p id="invited" role="status"></p>
  </section>`
}

function steps({ opens_at, draw_at, groups_of }: QueueRead, zone: string): Markup {
  const when = (time: string) => namedMoment(time, zone)
  const row = (name: string, value: Shown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return section(
    { id: 'how', title: words.how },
    html`<ul class="steps">${words.steps.map((step) => html`<li>${step}</li>`)}</ul>
      <dl class="facts">${row(words.opens, when(opens_at))}${row(words.draw, html`<span id="draw-at">${when(draw_at)}</span>`)}${groups_of > 1 && row(words.groups, words.groupsOf(groups_of))}</dl>`,
  )
}

/** Shows that there is no queue. The script explains this to a visitor with a number. */
const none = () =>
  html`<section class="standing" aria-labelledby="standing"><h2 id="standing" tabindex="-1">${words.none}</h2><p id="told">${words.noneText}</p></section>`

const over = () => html`<p class="notice"><strong>${words.festivalOver}</strong></p>`
