import type { Festival } from '../../../client/src/index.ts'

/** The props of a tab: the festival as it was last read, and a function that reads it again. */
export type TabProps = { festival: Festival; refresh: () => void }
