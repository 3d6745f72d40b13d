/** The notices of a fan on `/me`. The script adds new ones as they arrive. */

import { addressOfNotice } from '#common/pages/account-state'
import { namedMoment } from '#common/words/guide-words'
import { words } from '#common/words/me-words'
import { section } from '../ui/layout.ts'
import { lang } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { NoticeRead } from '../ui/shapes.ts'

/** The newest notices. Their times are in UTC, until the script converts them to the clock of the device. */
export function noticesOf(notices: NoticeRead[], unread: number): Markup {
  const aside = html`<p class="quiet" id="unread" role="status">${words.unread(unread)}</p>`
  return section(
    { id: 'notices', title: words.notices, aside },
    html`<p class="quiet" id="line">${words.isLive}</p>
    <p class="actions"><button type="button" id="read-all"${unread === 0 && html` hidden`}>${words.markAll}</button></p>
    <ul class="notices" data-unread="${unread}">${notices.map(noticeOf)}</ul>
    <p class="empty" id="no-notices"${notices.length > 0 && html` hidden`}>${words.noNotices}</p>`,
  )
}

function noticeOf({ id, title, message, language, read, createdAt, data }: NoticeRead): Shown {
  const address = addressOfNotice(data)
  const spoken = lang(language)
  return html`<li class="line-item" data-notice="${id}"${!read && html` data-new=""`}>
    <h3${spoken}>${title}</h3>
    <p${spoken}>${message}</p>
    <p class="quiet"><time datetime="${createdAt}">${namedMoment(createdAt, 'UTC')}</time></p>
    <p class="actions">${address && html`<a class="button" href="${address}">${words.see}<span class="unseen"${spoken}>: ${title}</span></a>`}${!read && html`<button type="button" data-do="read">${words.markRead}<span class="unseen"${spoken}>: ${title}</span></button>`}</p>
  </li>`
}
