/** Imported before each test file: loads modules as the service does, in half the time. */
import '../src/compiled.mjs'
import { useJoined } from '../src/joined.ts'

useJoined()
