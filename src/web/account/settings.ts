/** The topics a fan is notified of, and in which ways, on `/me`. */

import { settingsWords as words } from '#common/words/account-words'
import type { NotificationSetting } from '#messaging/notifications'
import { section } from '../ui/layout.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'

/** Shows each topic with its ways. Settings that cannot be changed are shown read-only. */
export function settingsOf(settings: NotificationSetting[]): Markup {
  return section(
    { id: 'settings', title: words.title },
    html`<p class="quiet">${words.text}</p>
    <ul class="topics">${settings.map(topicOf)}</ul>
    <p role="status" id="settings-saved"></p>`,
  )
}

function topicOf(setting: NotificationSetting): Markup {
  const { topic, mail, mail_fixed } = setting
  const ways = [
    // Messages of organizers are only mailed.
    topic !== 'messages' && [way(setting, 'notice'), way(setting, 'push')],
    (mail || !mail_fixed) && way(setting, 'mail'),
  ]
  return html`<li class="line-item"><fieldset data-topic="${topic}"><legend>${words.topics[topic]}</legend><p class="ways">${ways}</p></fieldset>
    <p class="fault" role="alert"></p></li>`
}

function way(setting: NotificationSetting, name: 'notice' | 'push' | 'mail'): Shown {
  const isFixed = name === 'mail' && setting.mail_fixed
  return html`<label><input type="checkbox" data-way="${name}"${setting[name] && html` checked`}${(isFixed || (name === 'push' && !setting.notice)) && html` disabled`}> ${words.ways[name]}</label>`
}
