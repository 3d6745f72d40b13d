/** Records acts of an account in the guide, for points and badges. */
import type { GuideEvent } from '#common/pages/guide-events'
import { api, asFan } from '../shop/fan.ts'

/** Records a view of this page, if it is an artist's. */
export const recordView = () => record('artist_viewed', /^\/guide\/artists\/([\da-f-]{36})$/)

/** Records that this page was shared, if it is a festival's. */
export const recordShare = () => record('festival_shared', /^\/guide\/([\da-f-]{36})$/)

/** An event that is lost costs a point: the fan is not told. */
async function record(event_type: GuideEvent, page: RegExp): Promise<void> {
  const [, entity_id] = page.exec(location.pathname) ?? []
  if (entity_id === undefined) return
  const entity_type = event_type === 'artist_viewed' ? 'artist' : 'festival'
  await asFan(() => api.rewards.record({ event_type, entity_type, entity_id })).catch(
    () => undefined,
  )
}
