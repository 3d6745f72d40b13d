/** The result of a drill, as it is stored and shown. */
import { counted } from '../../terminal/output.ts'
import type { Check } from '../checks.ts'
import type { Fact } from '../facts.ts'
import { type Measures, type Phase, requestsOf, type Sample, troubleOf } from './measures.ts'

/** A phase in figures; latencies in ms. */
export type PhaseFigures = {
  name: string
  seconds: number
  requests: number
  per_second: number
  p50: number
  p99: number
  trouble: number
}

export type Report = {
  size: string
  seed: number
  seconds: number
  phases: PhaseFigures[]
  facts: Fact[]
  checks: Check[]
  events: { at: number; what: string }[]
  samples: Sample[]
  /** by second */
  requests: number[]
  trouble: number[]
  p50: number[]
  p99: number[]
}

const words: Record<Phase['name'], string> = {
  entering: 'Entering the queue',
  sale: 'The sale',
  weeks: 'The weeks between',
  gate: 'The gate',
  checks: 'The morning after',
}

export function toReport(
  { phases, seconds, samples, events, at }: Measures,
  about: Pick<Report, 'size' | 'seed' | 'checks' | 'facts'>,
): Report {
  const each = Array.from({ length: seconds.length }, (_, second) => seconds[second])
  return {
    ...about,
    seconds: Math.round(at),
    phases: phases.map(figuresOf),
    events,
    samples,
    requests: each.map((one) => one?.requests ?? 0),
    trouble: each.map((one) => one?.trouble ?? 0),
    p50: each.map((one) => one?.latencies.quantile(0.5) ?? 0),
    p99: each.map((one) => one?.latencies.quantile(0.99) ?? 0),
  }
}

export function figuresOf(phase: Phase): PhaseFigures {
  const seconds = Math.max(0.001, phase.to - phase.from)
  const requests = requestsOf(phase)
  return {
    name: words[phase.name],
    seconds: Math.round(seconds),
    requests,
    per_second: Math.round(requests / seconds),
    p50: round(phase.latencies.quantile(0.5)),
    p99: round(phase.latencies.quantile(0.99)),
    trouble: troubleOf(phase),
  }
}

const round = (ms: number) => Math.round(ms * 10) / 10

/** Formats a phase as one line. */
export function lineOf(phase: Phase): string {
  const { name, seconds, requests, per_second, p50, p99, trouble } = figuresOf(phase)
  const rate = `${counted(requests)} requests (${counted(per_second)}/s)`
  return `${name}: ${seconds} s, ${rate}, p50 ${p50} ms, p99 ${p99} ms, ${counted(trouble)} with trouble`
}
