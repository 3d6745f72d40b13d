import type { FastifyError } from 'fastify'
import { conflict, invalid, Problem } from '#platform/values/errors'
import { isConnectionLost, sqlState } from './failures.ts'

const unavailable = () =>
  new Problem(503, 'The database did not respond in time: retry later', {
    code: 'unavailable',
    retry_after: 1,
  })

/** Converts an error of a library to a refusal. An unexpected one is a 500 without detail. */
export function toProblem(error: FastifyError | Problem, bodyLimit?: number): Problem {
  if (error instanceof Problem) return error
  const known = fromDatabase(error) ?? fromFramework(error, bodyLimit)
  return known ?? new Problem(500, 'Internal server error')
}

function fromDatabase(error: FastifyError): Problem | undefined {
  const state = sqlState(error)
  if (state === '23505') return conflict('The record already exists', 'exists')
  if (state === '23503')
    return conflict(
      'The record refers to a deleted record, or another record refers to it',
      'in_use',
    )
  if (/^(22021|22P02|22P05)$/.test(state))
    return invalid('The input holds characters that cannot be stored')
  // Class 53: resources, 57: shutdown, 58: its disk; 55P03 lock time-out; 25006 a standby; 40: try again.
  const isTransient = /^(53|57|58|40|55P03|25006|25P03)/.test(state)
  return isTransient || isConnectionLost(error) ? unavailable() : undefined
}

function fromFramework(error: FastifyError, bodyLimit = 0): Problem | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem(413, `The body must have at most ${inWords(bodyLimit)}`)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem(415, 'The body must be application/json')
  if (error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return invalid('The body must be as long as its Content-Length')
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? new Problem(status, error.message) : undefined
}

function inWords(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
}
