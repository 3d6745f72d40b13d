/** Buttons to follow and share, the same markup for all visitors. The script adapts them to the fan. */

import { words } from '#common/words/me-words'
import { withQuery } from './api.ts'
import { html, type Markup } from './markup.ts'

type Followed = { type: 'artist' | 'organizer'; id: string; name: string }

/** Buttons to follow an artist or organizer, and to share the page. Without an account the first leads to sign-in. */
export function followAndShare(followed: Followed, next: string): Markup {
  return html`${followButton(followed, next)}<button type="button" data-share="" data-copied="${words.copied}" data-failed="${words.notCopied}" hidden>${words.share}</button><span class="quiet" id="shared" role="status"></span>`
}

function followButton({ type, id, name }: Followed, next: string): Markup {
  return html`<a class="button" href="${withQuery('/sign-in', { next })}" data-follow="${type}" data-id="${id}" data-name="${name}">${words.follow(name)}</a>`
}
