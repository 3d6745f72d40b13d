/** What an editor shows: asks the language server of TypeScript. */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'

const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))

type Message = { id?: number | string; method?: string; params?: unknown; result?: unknown }

/** Returns the text on hover over each `¦` of a program, as if it were in `file`. */
export async function hovers(file: string, marked: string): Promise<string[]> {
  const server = spawn(compiler, ['--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting: ((result: any) => void)[] = []
  const send = (message: Message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const ask = (method: string, params: object) =>
    new Promise<any>((resolve) => {
      send({ id: waiting.push(resolve) - 1, method, params })
    })
  void answer(server.stdout, {
    onQuestion: (id) => send({ id, result: null }),
    onAnswer: (id, result) => waiting[id]?.(result),
  })
  try {
    const hover = { contentFormat: ['plaintext'] }
    const capabilities = { textDocument: { hover } }
    await ask('initialize', { processId: process.pid, rootUri: null, capabilities })
    send({ method: 'initialized', params: {} })
    const uri = pathToFileURL(file).href
    const parts = marked.split('¦')
    const textDocument = { uri, languageId: 'typescript', version: 1, text: parts.join('') }
    send({ method: 'textDocument/didOpen', params: { textDocument } })
    const answers = parts.slice(1).map((_, index) => {
      const lines = parts
        .slice(0, index + 1)
        .join('')
        .split('\n')
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
      return ask('textDocument/hover', { textDocument: { uri }, position })
    })
    return (await Promise.all(answers)).map((found) => found?.contents?.value ?? '')
  } finally {
    server.kill()
  }
}

type Hands = {
  /** the server asks as well, for things that an editor could do */
  onQuestion: (id: number | string) => void
  onAnswer: (id: number, result: unknown) => void
}

async function answer(output: Readable, { onQuestion, onAnswer }: Hands): Promise<void> {
  for await (const { id, method, result } of messagesIn(output)) {
    if (id === undefined) continue
    if (method === undefined) onAnswer(Number(id), result)
    else onQuestion(id)
  }
}

async function* messagesIn(output: Readable): AsyncGenerator<Message> {
  let unread = Buffer.alloc(0)
  for await (const data of output) {
    unread = Buffer.concat([unread, data])
    for (let next = takeMessage(unread); next; next = takeMessage(unread)) {
      yield next.message
      unread = next.rest
    }
  }
}

function takeMessage(unread: Buffer<ArrayBuffer>) {
  const [head, length] = /^Content-Length: (\d+)\r\n\r\n/.exec(unread.toString('latin1')) ?? []
  if (head === undefined || unread.length < head.length + Number(length)) return undefined
  const end = head.length + Number(length)
  const message: Message = JSON.parse(unread.subarray(head.length, end).toString())
  return { message, rest: unread.subarray(end) }
}
