import { Command } from 'commander'
import { addServe, type LoadServe } from './serve.ts'

type Add = (program: Command, serve: LoadServe) => void

const families: Record<string, () => Promise<Add>> = {
  serve: async () => addServe,
  try: async () => (await import('./try.ts')).addTry,
  import: async () => (await import('./import.ts')).addImport,
  client: async () => (await import('./clients.ts')).addClient,
  user: async () => (await import('./users.ts')).addUser,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
}

/**
 * The command `festival` with all it can do; when its first word names one family of commands, with
 * that alone, so that it starts quickly. What cannot be understood is thrown.
 */
export async function festival([word = '']: string[], serve: LoadServe): Promise<Command> {
  const wanted = Object.hasOwn(families, word) ? families[word] : undefined
  const program = new Command('festival')
    .description('A festival platform behind one HTTP API')
    .version('1.0.0')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  const loads = wanted ? [wanted] : Object.values(families)
  for (const add of await Promise.all(loads.map((load) => load()))) add(program, serve)
  return program
}
