import { createLog } from '#platform/observe/log'
import { startTracing } from '#platform/observe/tracing'
import { drainOf } from '../drain.ts'
import { explain, type Where } from '../explain.ts'
import { shareFigures } from '../figures.ts'
import { open, type ProcessSettings } from '../open.ts'

/** A worker's first message: its port, or the reason why it does not listen. */
export type WorkerMessage = { port: number } | { failed: { message: string } & Where }

/** Serves until it is asked to end. Node ends it if the process that started it is gone. */
export async function runWorker(settings: ProcessSettings): Promise<void> {
  try {
    await using closing = new AsyncDisposableStack()
    const log = createLog(settings.config.LOG_LEVEL, { isoTimes: settings.config.LOG_ISO_TIMES })
    closing.defer(await startTracing(settings.config))
    const { infrastructure, server, port } = await open(closing, settings, { log })
    const { DRAIN_DELAY_SECONDS: delaySeconds } = settings.config
    const drain = drainOf(closing.move(), server, { explain, delaySeconds })
    // A terminal signals all processes of its group, and the first process signals again: the first signal counts.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => drain(0))
    shareFigures(infrastructure.metrics)
    process.send?.({ port } satisfies WorkerMessage)
  } catch (error) {
    const { message, code, port, path } = error as Error & Where
    const failed = { message, ...(code && { code }), ...(port && { port }), ...(path && { path }) }
    process.send?.({ failed } satisfies WorkerMessage, () => process.exit(1))
  }
}
