import type { Command } from 'commander'

type Serve = (options: { port?: string | undefined; withDemo: boolean }) => Promise<void>

/** `festival serve`. The service is read only when it is wanted: other commands are quicker without. */
export function addServe(program: Command, load: () => Promise<Serve>): void {
  program
    .command('serve')
    .description('Start the service and run it until Ctrl+C')
    .option('--port <port>', 'TCP port (default: PORT, else 3000)')
    .option('--empty', 'make no demo data on the first start')
    .addHelpText('after', '\nExample:\n  festival serve --port 8080')
    .action(async ({ port, empty }: { port?: string; empty?: boolean }) => {
      const serve = await load()
      await serve({ port, withDemo: !empty })
    })
}
