import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { changeSetting, listSettings } from './settings.ts'
import {
  ChangedSetting,
  NotificationSetting,
  NotificationSettings,
  TopicPath,
} from './settings-schemas.ts'

/** Notification settings of a user (docs/contract, section 6.7). */
export function settingsRoutes(app: Parameters<Module>[0]): void {
  app.route({
    method: 'GET',
    url: '/users/i/notification-settings',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listNotificationSettings',
      summary: 'What the user is told, by topic: as notification, by browsers, by mail',
      response: { 200: NotificationSettings },
    },
    handler: async (request) => ({ settings: await listSettings(app.db, signedIn(request).id) }),
  })

  app.route({
    method: 'PUT',
    url: '/users/i/notification-settings/:topic',
    config: { access: 'user', publishable: true, audit: false },
    schema: {
      operationId: 'changeNotificationSetting',
      summary: 'Switch what the user is told of a topic on or off',
      params: TopicPath,
      body: ChangedSetting,
      response: { 200: NotificationSetting },
    },
    handler: (request) => {
      const of = { userId: signedIn(request).id, topic: request.params.topic }
      return changeSetting({ db: app.db, now: app.now() }, of, request.body)
    },
  })
}
