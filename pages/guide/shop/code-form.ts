import { loadWords } from '../words.ts'
import { allowSubmit } from './allow-submit.ts'

/** "I have a code" on a festival's page; `#voucher=CODE` in the address submits it by itself. */
export function offerCode(page: HTMLElement): void {
  const place = page.querySelector<HTMLDetailsElement>('[data-code]')
  const form = place?.querySelector('form')
  const field = form?.querySelector('input')
  if (!place || !form || !field) return
  const show = async () => {
    if (field.value.trim() === '') return
    const [code] = await Promise.all([import('./code.ts'), loadWords('shop')])
    await code.showCode({ page, place, field })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void show()
  })
  allowSubmit(form)
  const given = () => {
    const code = new URLSearchParams(location.hash.slice(1)).get('voucher')
    if (code === null) return
    history.replaceState(null, '', '#tickets')
    place.open = true
    field.value = code
    page.querySelector('#tickets')?.scrollIntoView()
    void show()
  }
  addEventListener('hashchange', given)
  given()
}
