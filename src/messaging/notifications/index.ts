export { type Notice, notify, takeBack } from './changes.ts'
export { type Broadcast, broadcast } from './content.ts'
export { roomOfDay, useUp } from './days.ts'
export { type ForHolders, isHolder, moveTold } from './holders.ts'
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
export { dropWaiting, findFreed, keepWaiting, moveWaiting, takeFreed } from './waiting.ts'
export { inEveryLanguage, type Speaker, type Translated, told } from './words.ts'
