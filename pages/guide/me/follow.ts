import { words } from '#common/words/me-words'
import { api, asFan } from '../shop/fan.ts'
import { doAt, unlessGone } from './acts.ts'

type Type = 'artist' | 'organizer' | 'genre'
const isType = (text = ''): text is Type => ['artist', 'organizer', 'genre'].includes(text)

/** Turns each follow link into a button that shows whether the fan follows. */
export async function showFollows(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-follow]')]
  if (links.length === 0) return
  const follows = await asFan(() => api.interests.list())
  for (const link of links) {
    const { follow: type, id = '', name = '' } = link.dataset
    if (!isType(type)) continue
    const known = follows.find((one) => one.entity_type === type && one.entity_id === id)
    link.replaceWith(toggle({ type, id, name }, known?.id))
  }
}

type Followed = { type: Type; id: string; name: string }

function toggle({ type, id, name }: Followed, interest: string | undefined): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button' })
  let known = interest
  const show = () => {
    button.ariaPressed = `${known !== undefined}`
    button.textContent = known === undefined ? words.follow(name) : words.following(name)
  }
  const turn = async () => {
    if (known === undefined) {
      const body = { entity_type: type, entity_id: id }
      known = (await asFan(() => api.interests.follow(body))).id
    } else {
      await asFan(() => api.interests.unfollow(known ?? '')).catch(unlessGone)
      known = undefined
    }
    show()
  }
  button.addEventListener('click', () => void doAt(button, words.refused, turn))
  show()
  return button
}
