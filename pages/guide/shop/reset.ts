import { words } from '#common/words/shop-words'
import { FestivalError } from '../../../client/src/error.ts'
import { api } from './fan.ts'
import { faultOf, onSubmit } from './forms.ts'
import { messageOf, say } from './parts.ts'

/** `/reset#token=…&email=…`: the link of a mail. The secret leaves the address at once. */
export function resetHere(page: HTMLElement): void {
  const given = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  // The link of another mail, opened in the same tab.
  addEventListener('hashchange', () => location.reload())
  const [token, email] = [given.get('token') ?? '', given.get('email') ?? '']
  const form = page.querySelector<HTMLFormElement>('#reset')
  const [shown, field] = form?.querySelectorAll('input') ?? []
  const fault = page.querySelector<HTMLElement>('#reset-fault')
  if (!form || !shown || !field) return
  shown.value = email
  if (token === '' || email === '') return refuse(page, form)
  onSubmit({ form, fault }, {}, async () => {
    if (field.value.length < 8) return messageOf(field, faultOf(field), words.shortPassword)
    try {
      await api.auth.resetPassword({ email, token, newPassword: field.value })
    } catch (error) {
      if (!(error instanceof FestivalError) || error.status !== 400) throw error
      const isPassword = error.fields.some(({ path }) => path === 'newPassword')
      if (isPassword) return messageOf(field, faultOf(field), words.weakPassword)
      return refuse(page, form)
    }
    form.hidden = true
    const done = page.querySelector<HTMLElement>('#done')
    if (done) done.hidden = false
    done?.focus()
  })
}

function refuse(page: HTMLElement, form: HTMLFormElement): void {
  say(page.querySelector('#reset-fault'), words.resetRefused)
  for (const button of form.querySelectorAll('button')) button.hidden = true
  const again = page.querySelector<HTMLElement>('#ask-again')
  if (again) again.hidden = false
}
