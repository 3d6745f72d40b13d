export { deleteNotifications, type Notice, notify } from './changes.ts'
export { type Broadcast, broadcast } from './content.ts'
export { countDailyUse, lockDailyLimit } from './days.ts'
export { type HolderNews, isHolder, moveNotifiedHolders } from './holders.ts'
export { countUnread } from './queries.ts'
export { notifications } from './routes.ts'
export { type Notification, NotificationKind } from './schemas.ts'
export { moveSwitchedOff, switchOffMail, topicOfAddress } from './settings.ts'
export { NotificationSetting } from './settings-schemas.ts'
export type { Topic } from './topics.ts'
export {
  type FestivalSubject,
  NotificationData,
  type NotificationType,
} from './types.ts'
export {
  deleteHeldAnnouncements,
  findReleasedAnnouncements,
  holdAnnouncements,
  moveHeldAnnouncements,
  takeReleasedAnnouncements,
} from './waiting.ts'
export { type Speaker, type Translated, translated } from './words.ts'
