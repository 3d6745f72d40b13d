import { type Command, InvalidArgumentError } from 'commander'
import type { Options } from '../../server/serve.ts'

/** Loads the code that starts the service on demand, since help does not need it. */
export type LoadServe = () => Promise<(options: Options) => Promise<void>>

type ServeOptions = {
  port?: string
  empty?: boolean
  https?: boolean
  httpsCert?: string
  httpsKey?: string
  json?: boolean
}

const examples = `
Example:
  festival serve --port 8080
  festival serve --https        for cameras of telephones in the same network`

/** `festival serve` */
export function addServe(program: Command, load: LoadServe): void {
  program
    .command('serve')
    .helpGroup('Run it:')
    .description('Start the service and run it until Ctrl+C')
    .option('--port <port>', 'TCP port (default: PORT, else 3000)', readPort)
    .option('--empty', 'create no demo data on the first start')
    .option('--https', 'serve HTTPS with a generated certificate, stored in DATA_DIR')
    .option('--https-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--https-key <file>', 'the private key of --https-cert (PEM)')
    .option('--json', 'print its address as one line of JSON, before its log')
    .addHelpText('after', examples)
    .action(async (options: ServeOptions) => {
      const https = httpsOf(options)
      const serve = await load()
      await serve({ port: options.port, withDemo: !options.empty, https, json: options.json })
    })
}

function httpsOf({ https, httpsCert: cert, httpsKey: key }: ServeOptions): Options['https'] {
  if (cert !== undefined && key !== undefined) return { cert, key }
  if (cert === undefined && key === undefined) return https
  throw new InvalidArgumentError(
    '--https-cert and --https-key belong together: give both, or --https alone',
  )
}

/** Parses a TCP port from the command line. */
export function readPort(text: string): string {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535')
}
