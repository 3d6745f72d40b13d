/** A server with three holes: SQL concatenated from texts, unescaped HTML, and no time limits. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

const links = `<!doctype html><title>Planted</title>
<a href="/search?for=pg_class">search</a> <a href="/echo?text=hello">echo</a>
<form action="/echo"><input name="text" value="hello"><button>send</button></form>`

/** Starts it on any database; returns its address and a function that ends it. */
export async function startPlanted(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 4 })
  const endless = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 }
  const server = createServer(endless, (request, response) => {
    answer(pool, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await pool.end()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

async function answer(pool: pg.Pool, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://planted')
  // No limit on time.
  for await (const _ of request) continue
  if (pathname === '/search') {
    const text = `select relname from pg_class where relname = '${searchParams.get('for')}'`
    const { rows } = await pool.query(text)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
  } else {
    const page = pathname === '/echo' ? `<p>${searchParams.get('text')}</p>` : links
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }
}
