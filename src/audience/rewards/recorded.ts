type Progress = {
  user_id: string
  badge_id: string
  name: string
  description: string | null
  isUnlocked: boolean
}
type Reached = { user_id: string; level: number; benefits: { name: string }[] }
/** The result of recording events: their points, the badges they moved, the levels they reached. */
export type Recorded = {
  events: { id: string; points: number }[]
  badges: Progress[]
  levels: Reached[]
}
