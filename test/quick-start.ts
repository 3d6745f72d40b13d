/** Imported before each test file: loads modules as the service does, in half the time, and loses no result. */
import '../src/compiled.mjs'
import { useJoined } from '../src/server/joined.ts'

useJoined()
// A file's process ends with its last test. While the runner is busy, what is written into a full pipe would wait
// until then and be lost: so the writer waits.
const { _handle: pipe } = process.stdout as {
  _handle?: { setBlocking?: (isBlocking: boolean) => void }
}
pipe?.setBlocking?.(true)
