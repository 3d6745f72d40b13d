/** Points, level, badges, the codes of challenges, and the membership, on `/me`. */

import { senderOf } from '#audience/rewards'
import { guideEvents } from '#common/pages/guide-events'
import { longDay } from '#common/words/guide-words'
import { words } from '#common/words/me-words'
import { section } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { MeRead } from '../ui/shapes.ts'

export function rewardsOf({ points, level, badges: all }: MeRead): Markup {
  const badges = all.filter(canBeEarned)
  return section(
    { id: 'rewards', title: words.rewards },
    html`<p class="figures"><strong id="points">${words.points(points)}</strong> <span>${words.level(level.level)}</span></p>
    ${levelOf(level)}
    ${codeForm()}
    ${badges.length > 0 && html`<h3 id="badges">${words.badges}</h3><ul class="badges" aria-labelledby="badges">${badges.toSorted(unlockedFirst).map(badgeOf)}</ul>`}`,
  )
}

function levelOf({ level, points, next_level_points, benefits }: MeRead['level']): Shown {
  const active = benefits.filter((benefit) => benefit.active)
  return html`<p class="quiet">${next_level_points === null ? words.topLevel : words.toNext(next_level_points - points, level + 1)}</p>
    ${next_level_points !== null && html`<progress max="${next_level_points}" value="${points}" aria-label="${words.level(level + 1)}"></progress>`}
    ${active.length > 0 && html`<h3>${words.benefits}</h3><ul class="benefits">${active.map(({ name, description }) => html`<li>${name}${description && `: ${description}`}</li>`)}</ul>`}`
}

type Badge = MeRead['badges'][number]

/** Returns true for a badge that counts what the guide or the service records, or that the user has begun. */
const canBeEarned = ({ event_type, progress }: Badge) =>
  progress.current > 0 ||
  senderOf(event_type) === 'server' ||
  guideEvents.some((type) => type === event_type)

const unlockedFirst = (a: Badge, b: Badge) => Number(b.unlocked) - Number(a.unlocked)

function badgeOf({ name, description, icon, unlocked, progress }: Badge): Markup {
  const { current, target } = progress
  return html`<li class="line-item"${unlocked && html` data-unlocked=""`}>
    <img src="${icon}" alt="" width="56" height="56" loading="lazy" decoding="async" referrerpolicy="no-referrer">
    <div><h4>${name}</h4>
    ${description && html`<p class="quiet">${description}</p>`}
    ${unlocked ? html`<p class="badge">${words.unlocked}</p>` : html`<progress max="${target}" value="${current}" aria-label="${name}"></progress><p class="quiet">${words.progress(current, target)}</p>`}</div>
  </li>`
}

/** The form for the code of a challenge. The link on a card has the code behind the `#`, and the script puts it into the field. */
function codeForm(): Markup {
  return html`<form id="claim" class="own-form" novalidate>
    <label for="code">${words.code}</label>
    <input id="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="200" aria-describedby="code-fault code-hint">
    <p class="quiet" id="code-hint">${words.codeHint}</p>
    <p class="fault" id="code-fault" role="alert"></p>
    <p class="fault" id="claim-fault" role="alert"></p>
    <button type="submit" disabled>${words.claim}</button>
    <p id="claimed" role="status"></p>
  </form>`
}

/** The current membership, with the name of its plan. */
export function membershipOf({ subscription }: MeRead, plan: { name: string } | undefined): Markup {
  const running =
    subscription &&
    html`<p><strong>${words.memberUntil(plan?.name ?? '', longDay(subscription.ends_at, 'UTC'))}</strong></p><p class="quiet">${words.memberEnds}</p>`
  return section(
    { id: 'membership', title: words.membership },
    running ?? html`<p class="quiet">${words.noMembership}</p>`,
  )
}
