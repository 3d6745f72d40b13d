import { clock, isPlaying, longDay, guideWords as words, zoneHere } from '#common/words/guide-words'
import { mineWords } from '#common/words/mine-words'
import { utc } from '#platform/zones/local-time'
import { pager, section } from '../ui/layout.ts'
import { gridStyle, html, type Markup, type Shown } from '../ui/markup.ts'
import type { Slot, Times } from '../ui/shapes.ts'
import { zoneMark } from '../ui/zone.ts'
import { type Act, actsOf, linkedText } from './acts.ts'
import { type Board, type Laid, layBoards } from './board.ts'
import { labelOf, type View } from './view.ts'

/**
 * Shows one day of the timetable: stages side by side on a wide screen, one list by time on a phone. Other days, and
 * further pages of a very long day, have their own addresses.
 */
export function timetable(
  { festival, days, dates, pagination }: Times,
  { view, now, zone }: { view: View; now: Date; zone: string },
): Shown {
  if (dates.length === 0) return null
  const boards = layBoards(days, zone)
  const open = days.flatMap(({ date, stages }) =>
    date === null ? stages.flatMap(({ gigs }) => gigs) : [],
  )
  const isLive = !festival.cancelled_at && new Date(festival.end_time) >= now
  return section(
    { id: 'timetable', title: words.timetable, aside: daysOf(dates, view) },
    html`${boards[0] && noteOf(boards[0], zone)}
    ${isLive && playing(boards, now)}
    <p class="actions"><a class="button" id="mine" href="/guide/${festival.id}/mine">${mineWords.title}</a></p>
    ${styleOf(boards)}
    <div class="days">${boards.map((board) => dayOf(board, { now: isLive ? now : null, zone }))}${toBeAnnounced(open)}</div>
    ${pager(pagination, {
      label: words.dayPages,
      to: (page) => `${view.address({ page })}#timetable`,
    })}`,
  )
}

/** Names the time zone of the times. The script removes it if the visitor's clock shows the same. */
function noteOf({ from }: Board, zone: string): Markup {
  const name = zoneHere(from, zone)
  const told = words.timesAre(zone === name ? name : `${name} (${zone})`).replace(/\.$/, '')
  return html`<p class="quiet">${zoneMark(from, zone, html`${told}<span id="own-clock"></span>. `)}${words.evenings}</p>`
}

/** The number of linked days before and after the current one, besides the first and the last. */
const around = 7

function daysOf(dates: Times['dates'], view: View): Shown {
  if (dates.length < 2) return null
  const at = dates.findIndex(({ date }) => date === view.date)
  const links = dates.map(({ date }, index) => {
    const isNear = Math.abs(index - at) <= around
    if (!isNear && index > 0 && index < dates.length - 1) return null
    const href = `${view.address({ date })}#timetable`
    if (index === at)
      return html`<li><a href="${href}" aria-current="page">${labelOf(date)}</a></li>`
    const rel = { [at - 1]: 'prev', [at + 1]: 'next' }[index]
    return html`<li><a href="${href}"${rel && html` rel="${rel}"`}>${labelOf(date)}</a></li>`
  })
  return html`<nav aria-label="${words.days}"><ul class="jumps">${links}</ul></nav>`
}

function styleOf(boards: Board[]): Markup {
  return gridStyle(
    boards.flatMap(({ laid, stages }) => [
      ...laid.map(({ number, rows, columns }) => ({ name: `t${number}` as const, rows, columns })),
      ...stages.map(({ number, columns }) => ({ name: `s${number}` as const, columns })),
    ]),
  )
}

/** The artists now playing. The script keeps the list up to date. */
function playing(boards: Board[], now: Date): Markup {
  const names = boards
    .flatMap(({ laid }) => laid)
    .filter(({ gig }) => isPlaying(gig, now))
    .map(({ gig, stage }) => `${nameOf(gig)} (${stage})`)
  const hidden = names.length === 0 && html` hidden`
  return html`<p id="playing" class="notice live"${hidden}><strong>${words.nowPlaying}:</strong> <span>${names.join(', ')}</span></p>`
}

type TimetableClock = { now: Date | null; zone: string }

function dayOf({ date, from, laid, stages, hours }: Board, timetableClock: TimetableClock): Markup {
  const name = longDay(date, utc)
  return html`<section class="day" aria-labelledby="day-${date}">
    <h3 id="day-${date}">${name}</h3>
    <div class="board" tabindex="0" role="region" aria-label="${words.boardOf(name)}" data-from="${from.toISOString()}">
      <div class="stages" aria-hidden="true">${stages.map((stage) => html`<span class="s${stage.number}">${stage.name}</span>`)}</div>
      <div class="hours" aria-hidden="true">${hours.map((hour) => html`<span>${hour}</span>`)}</div>
      <ol class="slots">${laid.map((one) => slotOf(one, timetableClock))}</ol>
    </div>
  </section>`
}

function slotOf({ gig, stage, number, rows }: Laid, { now, zone }: TimetableClock): Markup {
  const { start_time, end_time } = gig
  const until =
    end_time &&
    html`<span class="dash">–</span><time datetime="${end_time}">${clock(end_time, zone)}</time>`
  const size = rows[1] - rows[0] < 8 ? 'slot brief' : 'slot'
  const isOn = now !== null && isPlaying(gig, now) && html` data-on=""`
  // Without line breaks, since a page has hundreds of these.
  return html`<li class="${size} t${number}" data-gig="${gig.id}"${isOn}><span class="who">${whoOf(gig)}</span><span class="times"><time datetime="${start_time}">${clock(start_time ?? '', zone)}</time>${until}</span><span class="stage">${stage}</span>${isOn && html`<span class="now">${words.nowPlaying}</span>`}</li>`
}

function nameOf({ artist, billing_text }: Slot): string {
  return billing_text ?? artist?.name ?? words.tba
}

const whoOf = (act: Act): Markup => linkedText(nameOf(act), act.artists)

function toBeAnnounced(gigs: Slot[]): Shown {
  if (gigs.length === 0) return null
  const items = actsOf(gigs).map((act) => {
    const { id, place } = act
    return html`<li data-gig="${id}">${whoOf(act)}${place && html` <span class="quiet">${place.name}</span>`}</li>`
  })
  return html`<section class="day" aria-labelledby="day-open">
    <h3 id="day-open">${words.stillOpen}</h3>
    <p class="quiet">${words.timeFollows}</p>
    <ul class="artists">${items}</ul>
  </section>`
}
