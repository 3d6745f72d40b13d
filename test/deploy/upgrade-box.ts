/** A box office: an admin who sells tickets of a festival at one version, and admits them at another. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { newId } from '#platform/values/ids'

type Tokens = { url: string; client: string; admin: string }
type Ask = { method?: string; body?: object; key?: string }

export class Box {
  readonly tokens: Tokens

  constructor(tokens: Tokens) {
    this.tokens = tokens
  }

  /** Signs in the admin of a data folder's first start. */
  static async open(folder: string, url: string): Promise<Box> {
    const first = parseEnv(readFileSync(join(folder, 'first-start.env'), 'utf8'))
    const { CLIENT_ID: client_id, CLIENT_SECRET: client_secret } = first
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = first
    const sign = async (tokens: Tokens, path: string, body: object): Promise<string> =>
      (await new Box(tokens).#ask(path, { method: 'POST', body })).token
    const client = await sign({ url, client: '', admin: '' }, '/auth/client', {
      client_id,
      client_secret,
    })
    const admin = await sign({ url, client, admin: '' }, '/auth/user', { email, password })
    return new Box({ url, client, admin })
  }

  /** A festival that is on, with one tier. */
  async aFestival(quantity: number): Promise<{ id: string; tier: string }> {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const { festivals } = await this.#ask('/festivals')
    const body = {
      name: 'Before orders',
      organizer_id: festivals[0].organizer.id,
      start_time: day(0),
      end_time: day(3),
      tickets: [{ name: 'Weekend', price: 50, quantity }],
    }
    const festival = await this.#ask('/festivals', { method: 'POST', body })
    return { id: festival.id, tier: festival.tickets[0].id }
  }

  /** Sells tickets one by one; returns their codes. */
  async sell(tier: string, count: number): Promise<string[]> {
    const codes: string[] = []
    const body = { payment_type: 'ticket', entity_id: tier }
    while (codes.length < count) {
      const payment = await this.#ask('/payments', { method: 'POST', body, key: newId() })
      codes.push(payment.qr_code)
    }
    return codes
  }

  /** How many of the codes a gate admits. */
  async admit(festival_id: string, codes: string[]): Promise<number> {
    const scanned_at = new Date().toISOString()
    const scans = codes.map((code) => ({ nonce: newId(), code, scanned_at }))
    const { results } = await this.#ask('/gate/scans', {
      method: 'POST',
      body: { festival_id, scans },
    })
    return results.filter(({ result }: { result: string }) => result === 'admitted').length
  }

  async #ask(path: string, { method = 'GET', body, key }: Ask = {}): Promise<any> {
    const { url, client, admin } = this.tokens
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(client && { 'x-f-authorization': client }),
        ...(admin && { 'x-f-authentication': admin }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
}
