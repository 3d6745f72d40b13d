import type { Festival } from '../../../client/src/index.ts'
import type { Holds } from '../organizers/manages.ts'

/** The props of a tab: the festival as it was last read, and a function that reads it again. */
export type TabProps = { festival: Festival; refresh: () => void }

/** The props of a tab that shows different people different things. */
export type HolderProps = TabProps & { holds: Holds }
