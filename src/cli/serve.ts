import type { Command } from 'commander'

/** Gets hold of what starts the service: it is loaded when it is wanted, since help needs none of it. */
export type LoadServe = () => Promise<
  (options: { port?: string | undefined; withDemo: boolean }) => Promise<void>
>

/** `festival serve` */
export function addServe(program: Command, load: LoadServe): void {
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
