import { queueWords, proofWords as words } from '#common/words/queue-words'
import { FestivalError } from '../../../client/src/error.ts'
import type { QueuePlace, QueueProof } from '../../../client/src/types.ts'
import { isRefused } from '../me/acts.ts'
import { ask, festival as guide } from '../session.ts'
import { api, asFan } from '../shop/fan.ts'
import { say } from '../shop/parts.ts'
import type { Checked, CheckRequest } from './check.worker.ts'
import { canHash } from './sha256.ts'
import { showChecked } from './verdict.ts'

/** The unchanged answers of the API: the input of `festival queue verify`. */
type Draw = { proof: QueueProof; parts: string[]; mine?: QueuePlace }

/** `/guide/:id/queue/proof`: reads the published data of a draw, has it computed again, and shows which checks hold. */
export async function proveDraw(page: HTMLElement): Promise<void> {
  const { festivalId: festival = '' } = page.dataset
  if (!page.querySelector('#checks')) return
  const said = page.querySelector<HTMLElement>('#said')
  if (!canHash()) return say(said, queueWords.needsHttps)
  const worker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
  const since = performance.now()
  try {
    const draw = await read(page, { festival, worker })
    const checked = await check(worker, draw)
    const seconds = Math.ceil((performance.now() - since) / 1_000)
    showChecked(page, { ...draw, ...checked, seconds })
    offerFile(page, draw)
  } catch (error) {
    if (!(error instanceof FestivalError) && !(error instanceof ErrorEvent)) throw error
    say(page.querySelector('#standing'), words.title)
    say(said, error instanceof FestivalError ? words.failed : words.broken)
  } finally {
    worker.terminate()
  }
}

type Reading = { festival: string; worker: Worker }

/** Sends the parts to the worker as they arrive. */
async function read(page: HTMLElement, { festival, worker }: Reading): Promise<Draw> {
  const [proof, mine] = await Promise.all([
    ask(() => guide.queue.proof(festival)),
    readMine(festival),
  ])
  const bar = page.querySelector<HTMLProgressElement>('#progress')
  const count = proof.draw.parts.length
  if (bar) Object.assign(bar, { hidden: false, max: count + 1, value: 0 })
  const parts: string[] = []
  for (let part = 0; part < count; part++) {
    say(page.querySelector('#standing'), words.reading(part + 1, count))
    const { leaves } = await ask(() => guide.queue.entries(festival, { part }))
    worker.postMessage({ leaves } satisfies CheckRequest, [])
    parts.push(leaves)
    if (bar) bar.value = part + 1
  }
  say(page.querySelector('#standing'), words.checking)
  return { proof, parts, ...(mine?.queue_id === proof.id && { mine }) }
}

async function readMine(festival: string): Promise<QueuePlace | undefined> {
  if (document.querySelector('meta[data-account]') === null) return undefined
  try {
    return await asFan(() => api.queue.place(festival))
  } catch (error) {
    if (isRefused(error, 'not_found', 'unauthorized')) return undefined
    throw error
  }
}

function check(worker: Worker, { proof, mine }: Draw): Promise<Checked> {
  return new Promise((done, failed) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => done(data))
    worker.addEventListener('error', failed)
    worker.postMessage({ proof, mine } satisfies CheckRequest, [])
  })
}

function offerFile(page: HTMLElement, { proof, parts, mine }: Draw): void {
  const button = page.querySelector<HTMLButtonElement>('#save')
  if (!button) return
  button.disabled = false
  button.addEventListener('click', () => {
    // In pieces: the parts of a million entries are 43 MB.
    const pieces = [
      `{"proof":${JSON.stringify(proof)},"parts":[`,
      ...parts.map((part, n) => `${n === 0 ? '' : ','}${JSON.stringify(part)}`),
      `]${mine ? `,"mine":${JSON.stringify(mine)}` : ''}}`,
    ]
    const url = URL.createObjectURL(new Blob(pieces, { type: 'application/json' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'draw.json' })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  })
}
