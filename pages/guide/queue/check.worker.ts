/** Computes a draw again, away from the page: parts of its list arrive one by one, and then the data to check. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesOf, checkDraw, type Finding, type Tools } from '#common/draw/check-draw'
import { orderOf } from '#common/draw/permutation'
import { roundCheck } from '#common/draw/round'
import type { QueuePlace, QueueProof } from '../../../client/src/types.ts'
import { sha256 } from './sha256.ts'

export type CheckRequest = { leaves: string } | { proof: QueueProof; mine: QueuePlace | undefined }
export type Checked = { findings: Finding[]; place: number | null; first: number[] }

/** The number of places shown of the order. */
const shown = 10

const tools: Tools = {
  sha256,
  isRound: roundCheck(sha256),
  isSigned: async (key, text, signature) => {
    try {
      // Verifies as strictly as Node.
      return ed25519.verify(signature, text, key, { zip215: false })
    } catch {
      return false
    }
  },
}
const parts: Uint8Array<ArrayBuffer>[] = []

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if ('leaves' in data) parts.push(bytesOf(data.leaves))
  else void check(data).then((checked) => postMessage(checked))
})

async function check({ proof, mine }: Extract<CheckRequest, { proof: unknown }>): Promise<Checked> {
  const result = await checkDraw({ proof, parts, mine }, tools)
  const { seed, entries } = proof.draw
  if (seed === null) return { ...result, first: [] }
  const { numberAt } = await orderOf(bytesOf(seed), entries, sha256)
  const first = Array.from({ length: Math.min(shown, entries) }, (_, place) => numberAt(place))
  return { ...result, first }
}
