import { namedMoment } from '#common/words/guide-words'
import { count, proofWords as words } from '#common/words/queue-words'
import { section } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { QueueRead } from '../ui/shapes.ts'

/** The content of the proof page before its script has computed anything. */
export function proofOf(
  { id, time_zone: zone }: { id: string; time_zone: string },
  queue: QueueRead,
): Markup {
  const room = html`<p class="actions"><a class="button" href="/guide/${id}/queue">${words.toRoom}</a></p>`
  if (!queue.draw) {
    const draw = namedMoment(queue.draw_at, zone)
    return html`<section class="standing" aria-labelledby="standing"><h2 id="standing">${words.notYet}</h2><p>${words.notYetText(draw)}</p>${room}</section>`
  }
  return html`<section class="standing" aria-labelledby="standing">
      <h2 id="standing" tabindex="-1">${words.checking}</h2>
      <p id="told">${words.lead}</p>
      <progress id="progress" aria-label="${words.progress}" hidden></progress>
      <p id="said" role="status"></p>
      <ul class="checks" id="checks"></ul>
      ${room}
    </section>
    <section class="part" id="own" aria-labelledby="own-title" hidden>
      <h2 id="own-title">${words.own}</h2>
      <p class="text"></p>
      <ul class="checks"></ul>
      <p class="actions"><a class="button" id="sign-in" href="/sign-in?next=/guide/${id}/queue/proof" hidden>${words.signIn}</a></p>
    </section>
    <section class="part" id="order" aria-labelledby="order-title" hidden>
      <h2 id="order-title">${words.order}</h2>
      <p>${words.first} <span></span></p>
    </section>
    ${figures(queue, zone)}
    ${section(
      { id: 'file', title: words.file },
      html`<p>${words.fileText} <code>festival queue verify draw.json</code></p>
        <p class="actions"><button type="button" id="save" disabled>${words.save}</button></p>`,
    )}`
}

function figures({ draw, round }: QueueRead, zone: string): Shown {
  if (!draw) return null
  const { entries, root, committed_at, seed } = draw
  const rows: [string, Shown][] = [
    [words.entries, count(entries)],
    [words.root, code(root)],
    [words.fixed, namedMoment(committed_at, zone)],
    [words.round, round === null ? null : `${round}`],
    [words.seed, seed && code(seed)],
  ]
  const shown = rows.filter(([, value]) => value !== null)
  return section(
    { id: 'figures', title: words.figures },
    html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
  )
}

const code = (text: string) => html`<code>${text}</code>`
